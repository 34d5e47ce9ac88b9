variable "x" { default = null }
output "a" { value = var.x[*] }
output "b" { value = [for v in var.x[*] : v] }
output "c" { value = "v"[*] }
output "d" { value = { a = 1 }[*].a }
output "e" { value = try(var.x.foo, "none") }
