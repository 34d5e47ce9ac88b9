variable "a" {}
variable "b" { type = object({ p = string, q = number }) }
variable "c" {
  sensitive = true
  default = 1
}
output "a" {
  value = var.a
  sensitive = true
}
output "b" { 
  value = var.b.q
}
output "c" { value = nonsensitive(var.c) }
resource "terraform_data" "x" { input = var.b }
