variable "a" { sensitive = true }
output "o" { value = var.a }
