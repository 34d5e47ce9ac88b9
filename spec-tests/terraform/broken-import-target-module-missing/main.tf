module "c" {
  source = "./c"
}
import {
  to = module.c.terraform_data.y
  id = "a"
}
