terraform {
  required_providers {
    acme = { source = "hashicorp/acme" }
  }
}
variable "p" {
  ephemeral = true
  default   = "p"
}
resource "acme_thing" "a" {
  name = "n"
  wo   = var.p
}
