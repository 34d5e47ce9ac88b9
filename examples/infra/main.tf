# A module of the Terraform language that needs no provider.

terraform {
  required_version = ">= 1.5"
}

variable "region" {
  type        = string
  default     = "eu-1"
  description = "Where everything runs."
}

variable "size" {
  type    = number
  default = 2
}

locals {
  names = [for index in range(var.size) : "web-${index}"]
}

resource "terraform_data" "web" {
  count = var.size
  input = {
    name = local.names[count.index]
    tags = { env = "prod", region = var.region }
  }
}

module "network" {
  source = "./network"
  region = var.region
}

output "names" {
  value       = local.names
  description = "The names of the instances."
}
