resource "terraform_data" "x" {
}
module "c" {
  source = "./c"
}
import {
  to = module.c.terraform_data.x
  id = "a"
}
