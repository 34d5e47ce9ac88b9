import {
  for_each = toset(["x"])
  to = terraform_data.b["${each.key}-a"]
  id = "z"
}
resource "terraform_data" "b" { for_each = toset(["x-a"]) }
