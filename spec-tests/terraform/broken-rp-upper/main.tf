terraform {
  required_providers {
    Tf = {
      source = "terraform.io/builtin/terraform"
    }
  }
}
