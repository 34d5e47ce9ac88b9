
resource "acme_plain" "a" { v = "1" }
resource "acme_plain" "b" { v = acme_plain.a.id }
resource "acme_plain" "c" { v = "1" }
