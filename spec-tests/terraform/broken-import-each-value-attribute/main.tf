import {
  for_each = { a = { k = "x", id = "1" } }
  to = terraform_data.b[each.value.kk]
  id = each.value.id
}
resource "terraform_data" "b" { for_each = toset(["x"]) }
