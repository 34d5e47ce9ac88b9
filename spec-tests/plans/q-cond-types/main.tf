variable "b" {
  type = bool
  default = true
}
output "a" { value = var.b ? [1] : ["a", "b"] }
output "b" { value = var.b ? { a = 1 } : { b = 2 } }
output "c" { value = var.b ? 1 : "x" }
output "d" { value = var.b ? null : { a = 1 } }
output "e" { value = var.b ? [] : ["x"] }
output "f" { value = var.b ? tolist([]) : ["x"] }
output "g" { value = var.b ? {} : { a = "x" } }
output "h" { value = var.b ? toset(["a"]) : ["x"] }
output "i" { value = [for x in (var.b ? ["a"] : []) : x] }
output "j" { value = var.b ? { a = [1] } : { a = ["x"] } }
