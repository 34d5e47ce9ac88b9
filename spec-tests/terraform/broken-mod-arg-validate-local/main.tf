locals {
  e = "qa"
}
module "m" {
  source = "./m"
  env    = local.e
}
