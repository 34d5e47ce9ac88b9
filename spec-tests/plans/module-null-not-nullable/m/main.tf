variable "a" {
  default = "da"
}
variable "b" {
  default  = "db"
  nullable = false
}
variable "c" {
  type    = list(string)
  default = null
}
variable "d" {
  type     = string
  default  = "dd"
  nullable = false
}
output "o" {
  value = { a = var.a, b = var.b, c = var.c }
}
output "n" {
  value = null
}
output "d" {
  value = var.d
}
output "d2" {
  value = var.d == null
}
