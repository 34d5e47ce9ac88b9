terraform {
  required_providers {
    acme = { source = "hashicorp/acme" }
  }
}
resource "acme_plain" "p" {
}
output "id" {
  value = acme_plain.p.id
}
