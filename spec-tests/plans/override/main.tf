resource "terraform_data" "a" {
  input = 1
  triggers_replace = 2
}
variable "v" {
  default = 1
}
locals {
  x = 1
}
output "o" {
  value = local.x
}
output "p" {
  value = var.v
}
