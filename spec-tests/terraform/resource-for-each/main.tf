locals {
  sizes = { small = 1, large = 9 }
}
resource "terraform_data" "a" {
  for_each = local.sizes
  input    = "${each.key}=${each.value}"
}
resource "terraform_data" "b" {
  for_each = toset(["x", "y"])
  input    = terraform_data.a["small"].input
}
