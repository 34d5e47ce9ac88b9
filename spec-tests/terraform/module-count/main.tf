module "m" {
  source = "./m"
  count  = 2
  i      = count.index
}
locals {
  all = module.m[*].out
}
