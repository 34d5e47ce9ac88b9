terraform {
  required_providers {
    terraform = {
      source                = "terraform.io/builtin/terraform"
      configuration_aliases = [terraform.x]
    }
  }
}
provider "terraform" {
  alias = "x"
}
resource "terraform_data" "d" {
  provider = terraform.x
}
