terraform {
  required_providers {
    tf = {
      source = "terraform.io/builtin/terraform"
    }
  }
}
provider "tf" {}
resource "terraform_data" "a" {
  provider = tf
}
resource "terraform_data" "b" {}
