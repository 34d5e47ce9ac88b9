resource "acme_thing" "a" {
  name = "a"
  wo = "zz"
}
output "a" {
  value = acme_thing.a.name
}
