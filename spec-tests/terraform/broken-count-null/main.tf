resource "terraform_data" "a" {
  count = null
}
