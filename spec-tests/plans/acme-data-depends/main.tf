resource "acme_plain" "p" {}
data "acme_data" "d" {
  name = "k"
  depends_on = [acme_plain.p]
}
output "a" {
  value = data.acme_data.d.val
}
output "b" {
  value = data.acme_data.d.name
}
data "acme_data" "filters" {
  name = "x"
  depends_on = [data.acme_data.d]
  filter {
    n = "q"
  }
}
resource "acme_plain" "z" {
  v = data.acme_data.filters.id
}
