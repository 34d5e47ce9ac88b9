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

resource "twin_disk" "one" {
  size = 1
}

resource "twin_disk" "two" {
  provider = b
  size     = twin_disk.one.speed
  speed    = twin_disk.two.size
}

data "twin_zone" "two" {
  provider = b
}

output "zone" {
  value = data.twin_zone.two.name
}

output "both" {
  value = [twin_disk.two.speed, twin_disk.two["speed"], twin_disk.one.rule]
}
