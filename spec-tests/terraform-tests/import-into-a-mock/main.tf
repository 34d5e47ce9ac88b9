terraform {
  required_providers {
    acme = { source = "hashicorp/acme" }
  }
}
resource "acme_plain" "p" {
}
import {
  to = acme_plain.p
  id = "x"
}
