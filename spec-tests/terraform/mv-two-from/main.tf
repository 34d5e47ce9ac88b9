moved {
  from = terraform_data.x
  to   = terraform_data.b
}
moved {
  from = terraform_data.x
  to   = terraform_data.c
}
resource "terraform_data" "c" {}
