variable "label" {}
resource "terraform_data" "d" {
  input = { label = var.label, path = path.module, root = path.root }
}
output "out" {
  value = terraform_data.d.input
}
