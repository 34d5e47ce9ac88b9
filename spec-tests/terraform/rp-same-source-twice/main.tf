terraform {
  required_providers {
    tf = {
      source = "terraform.io/builtin/terraform"
    }
    tg = {
      source = "terraform.io/builtin/terraform"
    }
  }
}
