terraform {
  required_providers {
    tf = {
      source = "terraform.io/builtin/terraform"
      version = ["1.0"]
    }
  }
}
