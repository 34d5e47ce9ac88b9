import {
  to = acme_plain.a
  id = "imp-1"
}
import {
  for_each = toset(["x", "y"])
  to       = acme_thing.b[each.key]
  id       = "imp-${each.key}"
}
import {
  to = module.m.acme_plain.z[1]
  id = "mz"
}
resource "acme_plain" "a" {
  v = "new"
}
resource "acme_thing" "b" {
  for_each = toset(["x", "y", "z"])
  name     = each.key
  cfg      = { mode = "a" }
  rule {
    port = 1
  }
}
module "m" {
  source = "./m"
}
output "a" {
  value = acme_plain.a
}
output "b" {
  value = { for k, v in acme_thing.b : k => v.id }
}
