terraform {
  required_providers {
    acme = {
      source = "hashicorp/acme"
      version = "~> 1.0"
    }
  }
}
variable "r" {
  default = "eu"
}
provider "acme" {
  region = var.r
  ep {
    u = "x"
  }
}
provider "acme" {
  alias = "west"
  region = "west"
}
resource "acme_plain" "a" {
  provider = acme.west
}
resource "acme_plain" "b" {}
module "c" {
  source = "./c"
  providers = { acme = acme.west }
}
module "d" {
  source = "./c"
}
