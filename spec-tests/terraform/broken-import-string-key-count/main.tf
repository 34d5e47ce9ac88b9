resource "terraform_data" "x" {
  count = 1
}
import {
  to = terraform_data.x["a"]
  id = "a"
}
