moved {
  from = terraform_data.b
  to   = terraform_data.a[1.5]
}
resource "terraform_data" "a" { count = 2 }
