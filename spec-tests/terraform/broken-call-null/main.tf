module "net" {
  source = "./net"
  name   = null
}
