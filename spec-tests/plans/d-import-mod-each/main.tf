import {
  for_each = toset(["k", "j"])
  to = module.c[each.key].terraform_data.z
  id = "id-${each.value}"
}
module "c" {
  source = "./c"
  for_each = toset(["k", "j", "l"])
}
output "x" {
  value = { for k, m in module.c : k => m.id }
}
