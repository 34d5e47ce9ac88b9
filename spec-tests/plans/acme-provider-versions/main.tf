terraform {
  required_providers {
    acme = {
      source  = "hashicorp/acme"
      version = ">= 0"
    }
  }
}
provider "acme" { version = "< 3, ~> 0.0.0" }
provider "acme" {
  alias   = "k"
  version = "!= 3.0.0, != 3.0.0-beta"
}
resource "acme_plain" "p" {}
