resource "acme_thing" "a" {
  name = "x"
  dynamic "one" {
    for_each = ["v"]
    content { a = one.value }
  }
  dynamic "grp" {
    for_each = { k = "w" }
    iterator = g
    content { a = "${g.key}${g.value}" }
  }
}
output "o" { value = acme_thing.a.one.a }
