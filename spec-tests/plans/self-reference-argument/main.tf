resource "terraform_data" "bad_0" {
  input = terraform_data.bad_0.id
}
