import {
  to = terraform_data.a
  id = "some-id"
}
resource "terraform_data" "a" {}
