locals {
  n = "x"
}
resource "terraform_data" "a" {
  count = local.n
}
