terraform {
  required_providers {
    acme = { source = "hashicorp/acme" }
  }
}
resource "acme_plain" "a" {
  count = 2
}
data "acme_data" "d" {
}
module "m" {
  source = "./m"
  n      = 1
}
output "o" {
  value = module.m.o
}
