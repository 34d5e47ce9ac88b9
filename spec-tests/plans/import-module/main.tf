import {
  to = module.c.terraform_data.z
  id = "mod"
}
module "c" {
  source = "./c"
}
