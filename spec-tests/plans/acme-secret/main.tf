resource "acme_thing" "a" {
  name = "a"
  secret = "s"
  tags = { a = acme_plain.p.id }
}
resource "acme_plain" "p" {}
output "s" {
  value = [acme_thing.a.secret, acme_thing.a.token]
  sensitive = true
}
output "w" {
  value = acme_thing.a
  sensitive = true
}
