import {
  for_each = toset(["a"])
  to = terraform_data.b[each.keyy]
  id = "x"
}
resource "terraform_data" "b" { for_each = toset(["x"]) }
