data "acme_data" "d" {
  name = "in"
}
output "id" {
  value = data.acme_data.d.id
}
