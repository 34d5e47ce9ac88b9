variable "in" {}
output "out" {
  value = { in = var.in, id = terraform_data.k.id, out = terraform_data.k.output }
}
resource "terraform_data" "k" {
  input = var.in
}
