resource "terraform_data" "a" {
  nope {}
}
