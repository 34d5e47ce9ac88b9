moved {
  from = terraform_data.a
  to = terraform_data.a
}
moved {
  from = terraform_data.b
  to = terraform_data.c
}
moved {
  from = terraform_data.b
  to = terraform_data.d
}
resource "terraform_data" "a" {}
resource "terraform_data" "c" {}
resource "terraform_data" "d" {}
