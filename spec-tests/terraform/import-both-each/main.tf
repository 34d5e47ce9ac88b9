resource "terraform_data" "x" {
  for_each = toset(["a"])
}
import {
  for_each = toset(["a"])
  to = terraform_data.x["a"]
  id = "a"
}
