data "acme_data" "a" {
  name = "x"
  filter { n = "f" }
}
data "acme_data" "b" {
  for_each = toset(["p", "q"])
  name = "${data.acme_data.a.name}-${each.key}"
}
resource "acme_plain" "p" { v = data.acme_data.b["p"].name }
data "acme_data" "c" { name = acme_plain.p.id }
output "o" { value = data.acme_data.b["q"].name }
