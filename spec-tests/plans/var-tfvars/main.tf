variable "a" {
  type = number
}
variable "b" {
  type = list(string)
}
variable "c" {}
variable "s" {
  sensitive = true
}
output "a" {
  value = var.a
}
output "b" {
  value = var.b
}
output "c" {
  value = var.c
}
