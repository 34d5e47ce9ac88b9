terraform {
  required_providers {
    tf {
      source = "terraform.io/builtin/terraform"
    }
  }
}
