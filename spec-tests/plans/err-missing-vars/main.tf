variable "a" {
  type = string
}
variable "b" {
  type     = string
  nullable = false
}
variable "c" {
  default = 1
}
module "m" {
  source = "./m"
}
output "o" {
  value = var.a
}
