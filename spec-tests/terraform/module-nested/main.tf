module "outer" {
  source = "./outer"
}
locals {
  deep = module.outer.deep
}
