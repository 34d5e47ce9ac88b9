resource "acme_plain" "a" {}
import {
  to = acme_plain.b
  id = "i"
}
resource "acme_plain" "b" {
  v = acme_plain.a.id
}
