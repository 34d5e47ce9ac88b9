import {
  for_each = null
  to = terraform_data.x
  id = "a"
}
resource "terraform_data" "x" {
}
