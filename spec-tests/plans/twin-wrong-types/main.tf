terraform {
  required_providers {
    twin = {
      source = "hashicorp/twin"
    }
    b = {
      source = "hashicorp/twin-beta"
    }
  }
}

resource "twin_pool" "one" {
}

resource "twin_pool" "two" {
  provider = b
}
