import {
  for_each = { a = "b" }
  to       = terraform_data.a[each.key]
  id       = each.value
}
resource "terraform_data" "a" {
  count = 2
}
