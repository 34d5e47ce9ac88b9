variable "id" {}
output "o" {
  value = "main-${var.id}"
}
