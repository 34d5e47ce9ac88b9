variable "tree" {
  default = {
    eu = { zones = { a = 1, b = 2 } }
    us = { zones = { c = 3 } }
  }
}
module "region" {
  source = "./region"
  for_each = var.tree
  region = each.key
  zones = each.value.zones
}
output "all" { value = { for r, m in module.region : r => m.ids } }
output "flat" { value = merge([for r, m in module.region : { for z, id in m.ids : "${r}/${z}" => id }]...) }
