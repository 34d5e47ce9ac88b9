
resource "acme_thing" "t" {
  name  = "n"
  tags  = { a = acme_plain.u.id, b = "b" }
  items = [{ k = "k", v = acme_plain.u.id }, { k = "l" }]
  rule { port = 1 }
}
resource "acme_plain" "u" {}
resource "acme_plain" "x" {
  for_each = acme_thing.t.tags
}
output "o" { value = acme_plain.x }
