terraform {
  required_version = ">= 1.0"
  required_providers {
    beta = {
      source = "hashicorp/beta"
      version = ">= 0.0.0"
    }
  }
}
resource "beta_net" "a" {
  cidr = "1"
  opt { k = 1 }
}
