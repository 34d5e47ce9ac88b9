variable "a" {}
output "o" {
  value = var.a
}
