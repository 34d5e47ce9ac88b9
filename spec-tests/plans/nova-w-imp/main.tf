locals { ids = { a = "i-a", b = "i-b" } }
import {
  for_each = local.ids
  to = nova_key.k[each.key]
  id = each.value
}
resource "nova_key" "k" {
  for_each = local.ids
  bits = each.key == "a" ? 5 : null
}
import {
  to = nova_vm.v
  id = "v-1"
}
resource "nova_vm" "v" { 
  name = "x" 
  labels = { k = nova_key.k["a"].id }
  pw = "p"
}
import {
  to = module.m[0].terraform_data.d
  id = "d0"
}
module "m" { 
  source = "./m" 
  count = 2
}
output "k" { value = { for k, v in nova_key.k : k => v.id } }
output "d" { value = module.m[*].id }
