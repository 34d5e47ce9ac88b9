terraform {
  required_providers {
    acme = {
      source                = "hashicorp/acme"
      configuration_aliases = [acme.other]
    }
  }
}
resource "acme_plain" "x" {
  v = "1"
}
resource "acme_plain" "y" {
  provider = acme.other
  v        = acme_plain.x.v
}
