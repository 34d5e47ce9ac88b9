import {
  to = terraform_data.a[5]
  id = "x"
}
resource "terraform_data" "a" { count = 1 }
