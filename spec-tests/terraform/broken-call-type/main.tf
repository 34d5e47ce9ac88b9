module "net" {
  source = "./net"
  name   = "a"
}
