variable "n" {
  default = 1
}
output "o" {
  value = var.n + 1
}
locals {
  l = "x-${var.n}"
}
