variable "in" {}
resource "terraform_data" "x" {
  triggers_replace = var.in
}
output "o" {
  value = terraform_data.x.id
}
