module "k" {
  source = "./k"
  for_each = { a = { n = 2 }, b = { n = 0 } }
  cfg = each.value
}
moved {
  from = module.j
  to = module.k
}
moved {
  from = terraform_data.old
  to = module.k["a"].terraform_data.r[0]
}
removed {
  from = terraform_data.gone
  lifecycle { destroy = false }
}
removed {
  from = module.dead
  lifecycle { destroy = true }
}
import {
  to = terraform_data.imp
  id = "i-1"
}
import {
  for_each = { x = "id-x", y = "id-y" }
  to = terraform_data.imps[each.key]
  id = each.value
}
resource "terraform_data" "imp" {}
resource "terraform_data" "imps" {
  for_each = toset(["x", "y", "z"])
  input = each.key
}
output "k" { value = { for k, m in module.k : k => m.n } }
output "imp" { value = terraform_data.imps["x"].id }
