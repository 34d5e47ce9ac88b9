terraform {
  required_providers {
    acme = { source = "hashicorp/acme" }
  }
}
module "m" {
  source = "./m"
  count  = 2
}
resource "acme_plain" "r" {
}
output "ids" {
  value = module.m[*].id
}
