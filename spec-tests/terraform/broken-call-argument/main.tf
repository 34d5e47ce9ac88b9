module "net" {
  source = "./net"
  nam    = "a"
}
