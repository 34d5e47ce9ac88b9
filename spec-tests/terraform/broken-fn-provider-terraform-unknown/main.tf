locals {
  a = provider::terraform::encode_tfvar({a = 1})
}
terraform {
  required_providers {
    terraform = {
      source = "terraform.io/builtin/terraform"
    }
  }
}
