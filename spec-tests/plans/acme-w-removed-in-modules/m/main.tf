resource "acme_plain" "p" { v = "k" }
