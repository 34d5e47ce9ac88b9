
resource "acme_plain" "a" { v = "1" }
resource "acme_plain" "b" { v = "changed" }
resource "acme_plain" "e" {
  count = 2
  v     = "e"
}
removed {
  from = acme_plain.f
  lifecycle { destroy = false }
}
moved {
  from = acme_plain.g
  to   = acme_plain.h
}
resource "acme_plain" "h" { v = "g" }
