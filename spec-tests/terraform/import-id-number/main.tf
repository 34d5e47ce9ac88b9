resource "terraform_data" "x" {
}
import {
  to = terraform_data.x
  id = 5
}
