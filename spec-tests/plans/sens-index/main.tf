variable "p" {
  default = "a"
  sensitive = true
}
output "a" {
  value = nonsensitive(var.p)
}
output "b" {
  value = {a = 1}[var.p]
  sensitive = true
}
output "c" {
  value = tomap({a = 1})[var.p]
  sensitive = true
}
output "d" {
  value = [for k, v in {a = var.p} : k]
  sensitive = true
}
resource "terraform_data" "c" {
  count = var.p == "a" ? 2 : 1
  input = { a = 1 }[var.p]
}
resource "terraform_data" "m" {
  input = tomap({ a = 1 })[var.p]
}
