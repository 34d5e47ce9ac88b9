variable "s" {
  default = "x"
  sensitive = true
}
import {
  to = terraform_data.a
  id = var.s
}
resource "terraform_data" "a" {}
