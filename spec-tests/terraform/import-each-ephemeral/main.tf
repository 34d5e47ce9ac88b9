variable "s" {
  ephemeral = true
  type = map(string)
}
import {
  for_each = var.s
  to = terraform_data.b[each.key]
  id = each.value
}
resource "terraform_data" "b" { for_each = toset(["x", "y"]) }
