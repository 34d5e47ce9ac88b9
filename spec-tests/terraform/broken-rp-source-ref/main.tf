locals {
  a = "terraform.io/builtin/terraform"
}
terraform {
  required_providers {
    tf = {
      source = local.a
    }
  }
}
