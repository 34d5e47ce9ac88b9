resource "terraform_data" "x" {
  for_each = toset(["a"])
}
import {
  to = terraform_data.x[0]
  id = "a"
}
