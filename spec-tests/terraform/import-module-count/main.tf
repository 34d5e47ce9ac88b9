module "c" {
  source = "./c"
  count = 1
}
import {
  to = module.c[0].terraform_data.x
  id = "a"
}
