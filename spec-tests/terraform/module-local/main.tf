module "net" {
  source = "./net"
  n      = 2
}
locals {
  cidr = module.net.cidr
}
output "cidr" {
  value = module.net.cidr
}
