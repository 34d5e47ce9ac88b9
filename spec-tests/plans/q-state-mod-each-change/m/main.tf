variable "n" {}
resource "terraform_data" "r" {
  count = 2
  input = "${var.n}${count.index}"
}
output "ids" { value = terraform_data.r[*].id }
