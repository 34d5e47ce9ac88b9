resource "acme_plain" "p" {}
data "acme_data" "d" {
  name = acme_plain.p.id
}
output "a" {
  value = data.acme_data.d.val
}
output "b" {
  value = data.acme_data.d.list
}
