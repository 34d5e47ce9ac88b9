variable "y" { type = string }
output "q" { value = upper(var.y) }
