terraform {
  required_providers {
    acme = { source = "hashicorp/acme" }
  }
}
variable "name" {
  default = "n"
}
resource "acme_thing" "a" {
  name = var.name
}
output "id" {
  value = acme_thing.a.id
}
