terraform {
  required_providers {
    text = {
      source = "example/text"
    }
  }
}

provider "text" {}
