
locals { ids = { a = "i-a", b = "i-b" } }
module "m" {
  source   = "./m"
  for_each = local.ids
  n        = each.key
}
import {
  for_each = local.ids
  to       = module.m[each.key].acme_plain.p[each.value]
  id       = "${each.key}/${each.value}"
}
import {
  for_each = { for k, v in local.ids : k => v if k != "a" }
  to       = module.m[each.key].acme_thing.t
  id       = each.value
}
import {
  to = module.m["a"].module.deep.acme_plain.q[1]
  id = "deep"
}
output "o" { value = { for k, m in module.m : k => m.o } }
