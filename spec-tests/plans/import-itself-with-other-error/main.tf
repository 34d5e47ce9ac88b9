resource "terraform_data" "to_0" {}
import {
  to = terraform_data.to_0
  id = terraform_data.to_0.id
}
resource "terraform_data" "bad_1" {
  count = 1.5
}
