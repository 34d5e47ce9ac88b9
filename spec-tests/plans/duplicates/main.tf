locals {
  a = 1
}
locals {
  a = 2
}
resource "terraform_data" "x" {}
resource "terraform_data" "x" {}
