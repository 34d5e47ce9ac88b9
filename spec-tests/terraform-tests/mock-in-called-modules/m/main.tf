terraform {
  required_providers {
    acme = { source = "hashicorp/acme" }
  }
}
resource "acme_plain" "a" {
}
output "id" {
  value = acme_plain.a.id
}
