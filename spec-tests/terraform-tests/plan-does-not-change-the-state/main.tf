variable "n" {}
resource "terraform_data" "a" {
  input = var.n
}
