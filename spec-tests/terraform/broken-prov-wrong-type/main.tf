terraform {
  required_providers {
    tf = {
      source = "terraform.io/builtin/terraform"
    }
    other = {
      source = "hashicorp/other"
    }
  }
}
provider "other" {
}
module "c" {
  source = "./c"
  providers = {
    terraform = other
  }
}
