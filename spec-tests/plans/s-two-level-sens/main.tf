variable "cfg" {
  type = object({ user = string, pass = string })
  sensitive = true
  default = { user = "u", pass = "p" }
}
module "m" {
  source = "./m"
  user = var.cfg.user
  list = [var.cfg.pass, "open"]
  obj = { a = { b = var.cfg.pass }, c = 1 }
}
output "o" {
  value = module.m.out
  sensitive = true
}
