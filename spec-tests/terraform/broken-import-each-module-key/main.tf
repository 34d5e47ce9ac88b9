import {
  for_each = toset(["x"])
  to = module.m[each.ky].terraform_data.b
  id = "z"
}
module "m" {
  source = "./m"
  for_each = toset(["x"])
}
