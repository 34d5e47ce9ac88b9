provider "terraform" {
  alias = "b"
}
resource "terraform_data" "x" {
  provider = terraform.b
}
import {
  to = terraform_data.x
  id = "a"
  provider = terraform.b
}
