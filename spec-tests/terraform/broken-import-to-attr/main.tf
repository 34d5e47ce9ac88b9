import {
  to = terraform_data.a.id
  id = "x"
}
resource "terraform_data" "a" {}
