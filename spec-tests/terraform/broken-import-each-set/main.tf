import {
  for_each = toset(["a"])
  to       = terraform_data.a[each.key]
  id       = each.value
}
resource "terraform_data" "a" {
  count = 2
}
