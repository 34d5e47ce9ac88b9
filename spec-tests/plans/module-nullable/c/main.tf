variable "a" {
  default = "d"
}
variable "b" {
  default = "d"
  nullable = false
}
output "a" {
  value = var.a
}
output "b" {
  value = var.b
}
