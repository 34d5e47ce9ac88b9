locals {
  a = module.m.o
}
module "m" {
  source = "./m"
  x      = local.a
}
