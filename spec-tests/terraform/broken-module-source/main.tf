locals {
  a = "./b"
}
module "m" {
  source = local.a
}
