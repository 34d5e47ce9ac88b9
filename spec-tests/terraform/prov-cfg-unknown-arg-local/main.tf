locals {
  x = 1
}
provider "terraform" {
  alias  = "x"
  region = local.x
}
