variable "x" { type = number }
variable "y" { type = list(string) }
output "z" { value = var.x + 1 }
output "w" { value = var.y[3] }
