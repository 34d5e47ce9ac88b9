import {
  for_each = toset(["a"])
  to = terraform_data.a[each.key]
  id = each.value.x
}
import {
  for_each = [1]
  to = terraform_data.b[each.key]
  id = each.value
}
resource "terraform_data" "a" {
  for_each = toset(["a"])
}
resource "terraform_data" "b" { count = 1 }
