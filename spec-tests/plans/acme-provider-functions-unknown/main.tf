terraform {
  required_providers {
    acme = { source = "hashicorp/acme" }
  }
}
resource "acme_plain" "p" { v = provider::acme::f(1) }
output "o" { value = provider::acme::g("x") }
