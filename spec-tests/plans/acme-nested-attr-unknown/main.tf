resource "acme_plain" "p" {}
resource "acme_thing" "a" {
  name = "a"
  cfg = { mode = acme_plain.p.id }
  items = [for i in ["a"] : { k = acme_plain.p.id }]
  byk = acme_plain.p.id == "" ? {} : { x = { k = "1" } }
  sets = [{ k = acme_plain.p.id }, { k = "2" }]
}
output "a" {
  value = acme_thing.a.items
}
output "d" {
  value = acme_thing.a.sets
}
output "e" {
  value = acme_thing.a.byk
}
