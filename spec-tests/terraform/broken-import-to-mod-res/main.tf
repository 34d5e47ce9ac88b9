module "m" {
  source = "./m"
}
import {
  to = module.m.terraform_data.b
  id = "x"
}
