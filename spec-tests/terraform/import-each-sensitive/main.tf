import {
  for_each = sensitive({ x = "1" })
  to = terraform_data.b[each.key]
  id = each.value
}
resource "terraform_data" "b" { for_each = toset(["x", "y"]) }
