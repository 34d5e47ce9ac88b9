import {
  to = terraform_data.a
  id = "abc"
}
resource "terraform_data" "a" {}
