import {
  for_each = 5
  to = terraform_data.x
  id = "a"
}
resource "terraform_data" "x" {
}
