locals {
  k = "x"
}
import {
  for_each = toset(["a"])
  to       = terraform_data.a[local.k]
  id       = "i"
}
resource "terraform_data" "a" {
  for_each = toset(["x"])
}
