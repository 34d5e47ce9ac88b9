terraform {
  required_providers {
    twin = {
      source                = "hashicorp/twin-beta"
      configuration_aliases = [twin.main]
    }
  }
}

resource "twin_disk" "main" {
  provider = twin.main
  speed    = 3
}

output "speed" {
  value = twin_disk.main.speed
}
