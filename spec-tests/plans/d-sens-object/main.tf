variable "o" {
  type = object({ u = string, p = string })
  default = { u = "x", p = "y" }
  sensitive = true
}
resource "terraform_data" "a" {
  input = var.o
}
resource "terraform_data" "b" {
  input = { u = var.o.u, k = nonsensitive(var.o.u) }
}
output "x" {
  value = var.o.u
  sensitive = true
}
output "y" {
  value = { a = var.o }
  sensitive = true
}
