terraform {
  required_providers {
    tf = {
      source = "terraform.io/builtin/terraform"
    }
  }
}
terraform {
  required_providers {
    tg = {
      source = "terraform.io/builtin/terraform"
    }
  }
}
