variable "v" {}
locals {
  k = "k-${var.v}"
}
resource "terraform_data" "r" {
  input = local.k
}
output "v" {
  value = terraform_data.r.output
}
output "k" {
  value = local.k
}
