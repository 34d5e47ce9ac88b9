provider "nova" { endpoint = "x" }
import {
  to = nova_key.k
  id = "key-1"
}
import {
  for_each = { a = "i-a", b = "i-b" }
  to = nova_vm.v[each.key]
  id = each.value
}
import {
  to = module.m["x"].nova_key.in[0]
  id = "in-0"
}
resource "nova_key" "k" { bits = 2 }
resource "nova_vm" "v" {
  for_each = toset(["a", "b", "c"])
  name = nova_key.k.id
  cpu = each.key == "a" ? 1 : null
}
module "m" {
  source = "./m"
  for_each = toset(["x", "y"])
}
output "o" { value = [nova_key.k.id, nova_vm.v["a"].id, nova_vm.v["c"].id, module.m["x"].id] }
