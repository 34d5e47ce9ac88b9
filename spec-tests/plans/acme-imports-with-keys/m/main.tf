resource "acme_plain" "z" {
  count = 2
  v     = count.index
}
output "ids" {
  value = acme_plain.z[*].id
}
