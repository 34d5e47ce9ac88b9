import {
  for_each = toset([{ a = 1 }])
  to = terraform_data.b[each.value.a]
  id = "z"
}
resource "terraform_data" "b" { for_each = toset(["x-a"]) }
