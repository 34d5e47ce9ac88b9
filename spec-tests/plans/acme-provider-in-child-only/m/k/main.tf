resource "acme_plain" "a" {}
