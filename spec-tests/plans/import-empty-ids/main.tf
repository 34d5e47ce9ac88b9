import {
  to = terraform_data.a
  id = ""
}
import {
  to = terraform_data.b
  id = null
}
resource "terraform_data" "a" {}
resource "terraform_data" "b" {}
output "x" { value = tonumber("a") }
