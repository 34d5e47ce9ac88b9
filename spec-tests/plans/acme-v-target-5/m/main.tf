variable "in" {}
resource "acme_plain" "p" {
  count = 2
  v     = var.in
}
resource "acme_plain" "q" {
  v = acme_plain.p[0].id
}
output "o" {
  value = acme_plain.q.v
}
