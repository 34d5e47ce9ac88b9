import {
  to = acme_plain.a
  id = "i-1"
}
resource "acme_plain" "a" {
  v = "x"
}
import {
  to = acme_plain.b
  id = "i-2"
}
resource "acme_plain" "b" {}
output "a" {
  value = acme_plain.a.id
}
