variable "a" {
  type = any
  default = [1, "x", true]
}
variable "b" {
  type = list(any)
  default = [1, "x"]
}
variable "c" {
  type = map(any)
  default = { a = 1, b = "2" }
}
variable "d" {
  type = set(any)
  default = [2, 1, "1"]
}
variable "e" {
  type = tuple([string, number, any])
  default = [1, "2", []]
}
variable "f" {
  default = { a = [], b = {} }
}
resource "terraform_data" "a" { input = [var.a, var.b, var.c, var.d, var.e, var.f] }
output "a" { value = var.a }
output "b" { value = var.b }
output "c" { value = var.c }
output "d" { value = var.d }
output "e" { value = var.e }
output "f" { value = var.f }
