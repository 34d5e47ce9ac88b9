resource "terraform_data" "d" {
  input = "m"
}
