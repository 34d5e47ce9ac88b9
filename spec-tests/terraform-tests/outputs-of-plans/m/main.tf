variable "v" {}
output "o" { value = var.v }
