resource "terraform_data" "a" {
  inputs = 2
}
