resource "terraform_data" "a" {
}
resource "terraform_data" "b" {
}
import {
  to = terraform_data.a
  id = terraform_data.b.nope
}
