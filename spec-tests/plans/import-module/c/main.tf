resource "terraform_data" "z" {
  input = 1
}
