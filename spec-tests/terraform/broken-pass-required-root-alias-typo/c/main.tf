terraform {
  required_providers {
    tb = {
      source = "terraform.io/builtin/terraform"
    }
  }
}
resource "terraform_data" "x" {
  provider = tb
}
