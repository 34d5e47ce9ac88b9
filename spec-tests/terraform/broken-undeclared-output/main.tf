module "net" {
  source = "./net"
}
output "a" {
  value = module.net.nope
}
