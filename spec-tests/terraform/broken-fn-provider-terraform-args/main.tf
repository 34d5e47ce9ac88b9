locals {
  a = provider::terraform::encode_tfvars()
}
terraform {
  required_providers {
    terraform = {
      source = "terraform.io/builtin/terraform"
    }
  }
}
