terraform {
  required_providers {
    acme = { source = "hashicorp/acme" }
  }
}
resource "acme_plain" "p" {
}
data "acme_data" "e" {
  name       = "e"
  depends_on = [acme_plain.p]
}
