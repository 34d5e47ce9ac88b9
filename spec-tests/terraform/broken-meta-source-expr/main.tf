locals {
  s = "./m"
}
module "m" {
  source = local.s
}
