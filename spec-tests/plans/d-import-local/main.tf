locals {
  id = "l-${terraform.workspace}"
}
import {
  to = terraform_data.a[0]
  id = local.id
}
resource "terraform_data" "a" {
  count = 2
}
output "x" {
  value = terraform_data.a[*].id
}
