module "m" {
  source = "./m"
  a = var.s
  b = { p = var.s, q = 1 }
}
variable "s" {
  sensitive = true
  default = "z"
}
output "o" {
  value = module.m
  sensitive = true
}
output "c" { value = module.m.c }
