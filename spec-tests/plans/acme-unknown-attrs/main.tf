resource "acme_plain" "p" {}
resource "acme_thing" "a" {
  name = "a"
  size = length(acme_plain.p.id)
  tags = { (acme_plain.p.id) = "x" }
  labels = [acme_plain.p.id, "k"]
  ports = [length(acme_plain.p.id), 2]
  any = { a = acme_plain.p.id, b = 1 }
  objs = [{ a = acme_plain.p.id, b = 1 }]
}
output "a" {
  value = acme_thing.a.labels
}
output "b" {
  value = acme_thing.a.ports
}
output "c" {
  value = acme_thing.a.any.b
}
output "d" {
  value = length(acme_thing.a.labels)
}
output "e" {
  value = acme_thing.a.objs
}
