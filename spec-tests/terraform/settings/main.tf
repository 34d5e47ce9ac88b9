terraform {
  required_version = ">= 1.0, < 2.0"
  backend "local" {
    path = "state.tfstate"
  }
}
locals {
  workspace = terraform.workspace
}
