locals {
  ids = { a = "x", b = "y" }
}
import {
  for_each = local.ids
  to = terraform_data.a[each.key]
  id = each.value
}
resource "terraform_data" "a" {
  for_each = local.ids
  input = each.key
}
