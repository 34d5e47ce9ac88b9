module "c" {
  source = "./c"
  count = 2
}
locals {
  x = module.c[0].p
}
