terraform {
  required_version = ">= 1.0"
  required_providers {
    terraform = {
      source = "terraform.io/builtin/terraform"
    }
  }
}
resource "terraform_data" "a" {
  provider = terraform
}
module "c" {
  source = "./c"
  providers = { terraform = terraform }
}
