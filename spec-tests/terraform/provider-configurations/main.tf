terraform {
  required_providers {
    terraform = { source = "terraform.io/builtin/terraform" }
  }
}
provider "terraform" {}
provider "terraform" {
  alias = "two"
}
