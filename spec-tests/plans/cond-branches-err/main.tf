variable "n" { default = null }
output "a" { value = var.n == null ? "none" : var.n.x }
output "b" { value = var.n != null ? var.n.x : "none" }
