terraform {
  required_providers {
    acme = {
      source  = "hashicorp/acme"
      version = "> 0.0.0-a, >= 0.0.0-a, <= 5.0.0, < 5.0.0, != 5, ~> 0.0, ~> 0.0.0, = 0, != 0.0.1-x, != 0.0.1-x+y, != 0.0.1"
    }
  }
}
resource "acme_plain" "p" {}
