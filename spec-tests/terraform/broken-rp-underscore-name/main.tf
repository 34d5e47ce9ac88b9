terraform {
  required_providers {
    my_tf = {
      source = "terraform.io/builtin/terraform"
    }
  }
}
