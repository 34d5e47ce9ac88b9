resource "terraform_data" "a" {
  count = "many"
}
