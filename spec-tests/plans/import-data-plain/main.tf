import {
  to = terraform_data.a
  id = "abc"
}
import {
  to = module.m["k"].terraform_data.b[1]
  id = var.i
}
variable "i" { default = "def" }
module "m" {
  for_each = toset(["k"])
  source = "./m"
}
resource "terraform_data" "a" {}
output "id" { value = terraform_data.a.id }
