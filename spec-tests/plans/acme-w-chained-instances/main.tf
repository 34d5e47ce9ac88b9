variable "l" { default = ["b", "a"] }
variable "o" { default = { z = { n = 1 }, y = { n = 2 } } }
resource "acme_thing" "s" {
  for_each = toset(var.l)
  name = each.value
}
resource "acme_thing" "o" {
  for_each = var.o
  name = "${each.key}${each.value.n}"
  size = each.value.n
}
resource "acme_thing" "chain" {
  for_each = acme_thing.o
  name = each.value.name
  size = each.value.size
  zone = each.value.id
}
resource "acme_plain" "cnt" {
  count = length(acme_thing.chain)
  v = keys(acme_thing.chain)[count.index]
}
resource "acme_plain" "sens" {
  count = sensitive(2)
  v = count.index
}
output "a" { value = { for k, t in acme_thing.chain : k => { s = t.size, z = t.zone } } }
output "b" { value = values(acme_thing.s)[*].name }
output "c" { value = [for x in acme_plain.cnt : x.v] }
output "d" { value = acme_plain.cnt[length(acme_plain.cnt) - 1].v }
output "e" { value = acme_plain.sens[1].v }
output "f" { value = keys(acme_thing.o) }
output "g" { value = lookup(acme_thing.o["z"].tags == null ? {} : acme_thing.o["z"].tags, "a", "none") }
