variable "v" {
  default = "1.0"
}
terraform {
  required_providers {
    terraform = {
      source  = "terraform.io/builtin/terraform"
      version = var.v
    }
  }
}
