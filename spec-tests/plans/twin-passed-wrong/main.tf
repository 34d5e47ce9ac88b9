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

module "disks" {
  source = "./disks"

  providers = {
    twin.main = b
  }
}

output "speed" {
  value = module.disks.speed
}
