import {
  to = acme_plain.a
  id = "i"
}
resource "acme_plain" "a" {}
resource "acme_plain" "b" {}
