locals {
  n = 1
}
module "c" {
  source = "./c"
  n = local.n
}
