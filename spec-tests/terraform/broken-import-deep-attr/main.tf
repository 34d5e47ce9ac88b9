import {
  to       = terraform_data.a[0].id
  id       = "i"
}
resource "terraform_data" "a" {
  count = 1
}
