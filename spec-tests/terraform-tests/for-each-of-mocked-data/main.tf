terraform {
  required_providers {
    acme = { source = "hashicorp/acme" }
  }
}
data "acme_data" "d" {
}
resource "acme_plain" "p" {
  for_each = toset(data.acme_data.d.list)
  v        = each.key
}
