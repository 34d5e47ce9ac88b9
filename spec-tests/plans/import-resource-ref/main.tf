resource "terraform_data" "a" {}
import {
  to = terraform_data.b
  id = terraform_data.a.input == null ? "y" : "n"
}
resource "terraform_data" "b" {}
