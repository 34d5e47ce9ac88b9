variable "envs" {
  type = map(object({ n = number, zones = optional(list(string), ["a", "b"]) }))
  default = { dev = { n = 1 }, prod = { n = 2, zones = ["x"] } }
}
locals {
  flat = flatten([for e, c in var.envs : [for z in c.zones : [for i in range(c.n) : { key = "${e}-${z}-${i}", env = e, zone = z, i = i }]]])
  by = { for f in local.flat : f.key => f }
}
resource "terraform_data" "vm" {
  for_each = local.by
  input = merge(each.value, { name = each.key, peer = try(local.by["dev-a-0"].zone, "none") })
  triggers_replace = each.value.i
}
output "names" { value = sort(keys(terraform_data.vm)) }
output "ids" { value = { for k, v in terraform_data.vm : v.input.env => v.id... } }
output "byzone" { value = { for z in distinct(local.flat[*].zone) : z => [for f in local.flat : f.key if f.zone == z] } }
