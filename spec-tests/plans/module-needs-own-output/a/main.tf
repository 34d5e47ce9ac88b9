variable "v" {}
output "o" { value = var.v }
output "p" { value = 1 }
