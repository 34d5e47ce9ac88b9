import {
  for_each = toset([1])
  to = terraform_data.b[each.value]
  id = "z"
}
resource "terraform_data" "b" { count = 2 }
