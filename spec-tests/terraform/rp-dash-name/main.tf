terraform {
  required_providers {
    my-tf = {
      source = "terraform.io/builtin/terraform"
    }
  }
}
resource "terraform_data" "a" {
  provider = my-tf
}
