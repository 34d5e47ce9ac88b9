variable "n" {}
resource "terraform_data" "t" {
  input = var.n
}
output "o" {
  value = terraform_data.t.input
}
