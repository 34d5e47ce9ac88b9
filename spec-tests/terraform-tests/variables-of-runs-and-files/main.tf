variable "a" {
  default = 0
}
output "o" {
  value = var.a
}
