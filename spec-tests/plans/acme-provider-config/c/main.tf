resource "acme_plain" "z" {}
