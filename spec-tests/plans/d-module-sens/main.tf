variable "s" {
  default = "q"
  sensitive = true
}
module "c" {
  source = "./c"
  x = var.s
  y = { k = var.s }
}
output "a" {
  value = module.c.o
  sensitive = true
}
