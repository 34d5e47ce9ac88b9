import {
  for_each = toset(["a"])
  to       = terraform_data.a["x${each.key}"]
  id       = "5"
}
resource "terraform_data" "a" { for_each = toset(["xa"]) }
