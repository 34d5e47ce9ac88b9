variable "a" {
  type = string
  default = null
}
variable "b" {
  type = string
  nullable = false
  default = "bb"
}
variable "c" { 
  type = object({ x = optional(string) })
  default = {}
}
module "m" {
  source = "./m"
  a = null
  b = null
}
output "o" { value = [var.a, var.b, var.c] }
output "m" { value = module.m.o }
