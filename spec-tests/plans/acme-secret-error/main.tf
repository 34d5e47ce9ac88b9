resource "acme_thing" "a" {
  name = "a"
}
output "t" {
  value = acme_thing.a.token
}
