provider "acme" { nope = 1 }
resource "acme_plain" "a" { v = "q" }
