terraform {
  required_providers {
    tf = {
      source = "hashicorp/terraform-provider-aws"
    }
  }
}
