resource "terraform_data" "a" {
  for_each = toset(["x"])
}
import {
  for_each = toset(["x"])
  to       = terraform_data.a[each.value]
  id       = each.value.foo
}
