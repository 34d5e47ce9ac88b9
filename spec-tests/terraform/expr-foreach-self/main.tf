resource "terraform_data" "a" {
  for_each = terraform_data.a
}
