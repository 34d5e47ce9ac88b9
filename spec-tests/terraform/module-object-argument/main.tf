module "m" {
  source = "./m"
  settings = {
    name  = "x"
    rules = [{ port = 80 }, { port = 443 }]
  }
}
locals {
  ports = module.m.ports
}
