import {
  to = terraform_data.a
  id = "abc"
}
import {
  to = terraform_data.a
  id = "def"
}
resource "terraform_data" "a" {}
