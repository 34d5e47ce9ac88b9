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
  zone = "a"
}

provider "b" {
  alias = "west"
  zone  = "w"
}

resource "twin_disk" "one" {
  size = 1
}

resource "twin_disk" "two" {
  provider = b.west
  speed    = twin_disk.one.size

  rule {
    port = 80
  }
}

resource "twin_pool" "two" {
  provider = b
  disk     = twin_disk.two.id
}

data "twin_zone" "one" {
  name = "x"
}

data "twin_zone" "two" {
  provider = b
  code     = twin_pool.two.disk
}

ephemeral "twin_key" "one" {
  bits = twin_disk.two.speed
}

ephemeral "twin_key" "two" {
  provider = b
  kind     = ephemeral.twin_key.one.text
}

check "zone" {
  data "twin_zone" "inner" {
    provider = b
    code     = "x"
  }

  assert {
    condition     = data.twin_zone.inner.code == "x"
    error_message = "Another zone."
  }
}

output "speed" {
  value = twin_disk.two.speed
}

output "size" {
  value = twin_disk.two.size
}
