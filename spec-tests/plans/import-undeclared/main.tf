import {
  to = terraform_data.zz
  id = "q"
}
import {
  to = module.m.terraform_data.y
  id = "q"
}
import {
  to = terraform_data.a["x"]
  id = "q"
}
resource "terraform_data" "a" {}
output "x" { value = tonumber("a") }
module "m" { source = "./m" }
