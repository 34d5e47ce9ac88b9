module "c" {
  source = "./c"
  count = var.on ? 1 : 0
}
variable "on" {
  default = true
}
output "a" {
  value = one(module.c[*].o)
}
output "b" {
  value = try(module.c[0].o, "none")
}
output "c" {
  value = var.on ? module.c[0].o : null
}
