terraform {
  required_version = ">= 1.0"
}
terraform {
  required_providers {
    tf = {
      source = "terraform.io/builtin/terraform"
    }
  }
}
