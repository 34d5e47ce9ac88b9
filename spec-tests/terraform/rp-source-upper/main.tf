terraform {
  required_providers {
    tf = {
      source = "Terraform.io/Builtin/Terraform"
    }
  }
}
