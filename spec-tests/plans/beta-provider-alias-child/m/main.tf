terraform {
  required_providers {
    beta = {
      source = "hashicorp/beta"
      configuration_aliases = [beta.in]
    }
  }
}
resource "beta_net" "a" {
  provider = beta.in
  cidr = "1"
  opt { k = 1 }
}
module "k" {
  source = "./k"
  providers = { beta = beta.in }
}
