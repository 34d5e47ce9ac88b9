resource "terraform_data" "u" {}
import {
  to = terraform_data.a
  id = terraform_data.u.id
}
resource "terraform_data" "a" {}
