resource "terraform_data" "b" {
  input = "1"
}
moved {
  from = terraform_data.a
  to = terraform_data.b
}
