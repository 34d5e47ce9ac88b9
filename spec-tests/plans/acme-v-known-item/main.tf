
resource "acme_thing" "t" {
  name  = "n"
  tags  = { a = acme_plain.u.id, b = "b" }
  items = [{ k = "k", v = acme_plain.u.id }, { k = "l" }]
  rule { port = 1 }
}
resource "acme_plain" "u" {}
resource "acme_plain" "x" {
  for_each = { for i in acme_thing.t.items : i.k => i }
}
output "o" { value = acme_plain.x }
