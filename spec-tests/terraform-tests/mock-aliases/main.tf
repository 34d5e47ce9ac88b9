terraform {
  required_providers {
    acme = { source = "hashicorp/acme" }
  }
}
provider "acme" {
  region = "a"
}
provider "acme" {
  alias  = "west"
  region = "b"
}
resource "acme_plain" "a" {
}
resource "acme_plain" "b" {
  provider = acme.west
}
