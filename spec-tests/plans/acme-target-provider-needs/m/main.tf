terraform {
  required_providers {
    acme = {
      source = "hashicorp/acme"
    }
  }
}
resource "acme_plain" "a" {}
