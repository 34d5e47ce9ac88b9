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

provider "b" {
  region = "a"
}

resource "twin_disk" "one" {
  speed = 1

  rule {
    port = 80
  }
}

resource "twin_disk" "two" {
  provider = b
  sped     = 2
}

data "twin_zone" "one" {
  code = "x"
}

data "twin_zone" "two" {
  provider = b
  name     = "x"
}

ephemeral "twin_key" "one" {
  kind = "x"
}

ephemeral "twin_key" "two" {
  provider = b
  bits     = 1
}
