locals {
  cfg = yamldecode(<<-Y
    services:
      web: { port: 80, tags: [a, b] }
      db: { port: 5432 }
    list: [1, two, 3.5, true, ~]
  Y
  )
  j = jsondecode("{\"a\": {\"b\": [1, {\"c\": null}]}}")
}
resource "terraform_data" "svc" {
  for_each = local.cfg.services
  input = { port = each.value.port, tags = try(each.value.tags, []), has = can(each.value.tags) }
}
output "l" { value = local.cfg.list }
output "y" { value = yamlencode(local.cfg) }
output "j" { value = local.j.a.b[1] }
output "tags" { value = flatten([for s in terraform_data.svc : s.input.tags]) }
