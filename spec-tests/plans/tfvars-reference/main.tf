variable "a" {}
output "b" { value = var.a }
