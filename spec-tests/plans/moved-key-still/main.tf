moved {
  from = terraform_data.b[1]
  to = terraform_data.b[0]
}
resource "terraform_data" "b" { count = 2 }
