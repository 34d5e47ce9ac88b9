import {
  id = "a"
  to = terraform_data.b
}
resource "terraform_data" "b" {}
