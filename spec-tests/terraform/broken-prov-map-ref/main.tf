provider "terraform" {
  alias = "a"
}
locals {
  p = {}
}
module "c" {
  source = "./c"
  providers = local.p
}
