variable "x" {}
output "y" { value = nofunc3(var.x) }
