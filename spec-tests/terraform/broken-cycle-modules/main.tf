module "a" {
  source = "./net"
  name   = module.b.name
}
module "b" {
  source = "./net"
  name   = module.a.name
}
