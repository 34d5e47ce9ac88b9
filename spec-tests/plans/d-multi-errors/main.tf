locals {
  a = tonumber("${terraform.workspace}")
}
variable "v" {
  default = 1
}
resource "terraform_data" "a" {
  count = var.v - 2
}
resource "terraform_data" "b" {
  for_each = toset([var.v])
}
resource "terraform_data" "c" {
  input = { a = 1 }[var.v]
}
output "x" {
  value = local.a
}
