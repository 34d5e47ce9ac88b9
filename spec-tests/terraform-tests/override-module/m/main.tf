terraform {
  required_providers {
    acme = { source = "hashicorp/acme" }
  }
}
variable "n" {}
resource "acme_plain" "x" {
  v = var.n
}
output "o" {
  value = acme_plain.x.id
}
output "p" {
  value = acme_plain.x.v
}
