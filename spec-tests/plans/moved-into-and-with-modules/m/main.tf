resource "terraform_data" "b" {
  input = "b"
}
moved {
  from = terraform_data.old
  to   = terraform_data.b
}
