module "a" {
  source = "./net"
  name   = module.b.other
}
module "b" {
  source = "./net"
  name   = module.a.other
}
