resource "terraform_data" "r" {
  count = 1
}
