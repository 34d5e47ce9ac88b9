moved {
  from = f(1)
  to   = terraform_data.a
}
resource "terraform_data" "a" {}
