resource "acme_thing" "a" {
  name = "a"
  size = 3
  tags = { a = "b", n = 1 }
  ports = [1, 2]
  labels = ["x", "y", "x"]
}
output "a" {
  value = acme_thing.a.id
}
output "b" {
  value = acme_thing.a.tags
}
output "c" {
  value = acme_thing.a.zone
}
output "d" {
  value = acme_thing.a.one
}
output "e" {
  value = acme_thing.a.rule
}
output "f" {
  value = acme_thing.a.disk
}
output "g" {
  value = acme_thing.a.env
}
output "h" {
  value = acme_thing.a.grp
}
output "i" {
  value = acme_thing.a.cfg
}
output "j" {
  value = acme_thing.a.cnested
}
output "k" {
  value = acme_thing.a.dyn
}
output "l" {
  value = acme_thing.a.ports[0]
}
output "m" {
  value = acme_thing.a.size
}
