resource "acme_thing" "a" {
  count = 2
  name = "n${count.index}"
  tags = { Name = "n${count.index}" }
}
resource "acme_thing" "b" {
  for_each = { for t in acme_thing.a : t.name => t }
  name = each.key
  tags = each.value.tags
  zone = each.value.zone
  cfg = { mode = each.value.arn }
  rule {
    port = length(each.value.tags)
    proto = each.value.zone
  }
}
output "arns" { value = { for k, t in acme_thing.b : k => t.arn } }
output "rules" { value = flatten([for t in acme_thing.b : t.rule[*].port]) }
output "protos" { value = [for t in values(acme_thing.b) : one(t.rule[*].proto)] }
output "names" { value = concat(acme_thing.a[*].name, keys(acme_thing.b)) }
output "disk" { value = length(acme_thing.a[0].disk) }
output "one" { value = acme_thing.a[0].one }
output "grp" { value = acme_thing.a[0].grp }
output "env" { value = acme_thing.a[0].env }
output "cnested" { value = acme_thing.a[0].cnested }
output "items" { value = acme_thing.a[0].items }
