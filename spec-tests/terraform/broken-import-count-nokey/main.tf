resource "terraform_data" "x" {
  count = 2
}
import {
  to = terraform_data.x
  id = "a"
}
