terraform {
  required_providers {
    tf = {
      source = "terraform.io/builtin/terraform"
    }
  }
}
provider "tf" {
}
provider "terraform" {
}
