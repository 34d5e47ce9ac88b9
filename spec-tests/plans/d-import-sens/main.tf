variable "i" {
  default = "abc"
  sensitive = true
}
import {
  to = terraform_data.a
  id = var.i
}
resource "terraform_data" "a" {}
