variable "s" {
  default = "x"
  sensitive = true
}
import {
  to = terraform_data.a
  id = "abc"
}
resource "terraform_data" "a" { input = var.s }
