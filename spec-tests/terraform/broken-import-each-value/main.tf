import {
  for_each = { a = "b" }
  to       = terraform_data.a[each.value]
  id       = each.key
}
resource "terraform_data" "a" {
  count = 2
}
