terraform {
  required_providers {
    x = {
      source = "hashicorp/terraform-provider-x"
    }
  }
}
