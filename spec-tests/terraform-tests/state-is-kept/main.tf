variable "n" {}
resource "terraform_data" "a" {
  input            = var.n
  triggers_replace = var.n > 2
}
output "id" {
  value = terraform_data.a.id
}
output "o" {
  value = terraform_data.a.output
}
