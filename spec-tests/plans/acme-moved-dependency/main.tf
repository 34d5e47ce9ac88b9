resource "acme_plain" "new" {}
moved {
  from = acme_plain.old
  to   = acme_plain.new
}
resource "acme_plain" "b" {
  v = acme_plain.new.id
}
