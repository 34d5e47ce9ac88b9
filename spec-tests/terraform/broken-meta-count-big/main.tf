resource "terraform_data" "a" {
  count = 1e30
}
