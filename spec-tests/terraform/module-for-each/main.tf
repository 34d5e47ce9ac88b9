module "m" {
  source   = "./m"
  for_each = { a = 1, b = 2 }
  key      = each.key
  value    = each.value
}
locals {
  all = { for k, v in module.m : k => v.out }
}
