resource "terraform_data" "x" {
}
import {
  to = terraform_data.x
  id = "a"
  provider = terraform.typo
}
