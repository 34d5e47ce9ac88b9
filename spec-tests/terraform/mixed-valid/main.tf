terraform {
  required_version = ">= 1.5, < 2.0"
  required_providers {
    terraform = {
      source = "terraform.io/builtin/terraform"
    }
  }
  backend "local" {
    path = "x.tfstate"
  }
}
variable "env" {
  description = "The environment"
  type        = string
  default     = "dev"
  validation {
    condition     = contains(["dev", "prod"], var.env)
    error_message = "Must be dev or prod, not ${var.env}."
  }
}
variable "nodes" {
  type = map(object({
    size  = number
    zones = optional(set(string), ["a"])
    tags  = optional(map(string))
  }))
  default = {
    one = { size = 1 }
  }
}
locals {
  all   = { for k, v in var.nodes : k => merge(v, { name = "${var.env}-${k}" }) if v.size > 0 }
  zones = flatten([for k, v in local.all : [for z in v.zones : { node = k, zone = z }]])
  byz   = { for o in local.zones : "${o.node}/${o.zone}" => o... }
  first = try(local.zones[0].zone, null)
}
resource "terraform_data" "node" {
  for_each         = local.all
  input            = each.value
  triggers_replace = [each.value.name, each.value.size]
  lifecycle {
    create_before_destroy = true
    ignore_changes        = [input["tags"]]
    precondition {
      condition     = each.value.size < 10
      error_message = "Too large: ${each.key}"
    }
    postcondition {
      condition     = self.output.size == each.value.size
      error_message = "Changed"
    }
  }
  provisioner "local-exec" {
    command    = "echo ${self.id}"
    on_failure = continue
    environment = {
      NAME = each.value.name
    }
  }
}
module "child" {
  source   = "./child"
  for_each = toset(keys(local.all))
  name     = each.key
  config = {
    size = local.all[each.key].size
  }
  depends_on = [terraform_data.node]
}
output "ids" {
  value       = { for k, r in terraform_data.node : k => r.id }
  description = "All ids"
}
output "child" {
  value     = module.child["one"].upper
  sensitive = true
}
output "all" {
  value     = values(module.child)[*].upper
  sensitive = true
}
check "c" {
  data "terraform_remote_state" "s" {
    backend = "local"
    config  = { path = "${path.root}/y.tfstate" }
  }
  assert {
    condition     = alltrue([for m in module.child : m.upper != ""])
    error_message = "Empty"
  }
}
moved {
  from = terraform_data.server
  to   = terraform_data.node["one"]
}
import {
  to = terraform_data.node["one"]
  id = "abc"
}
removed {
  from = terraform_data.gone
  lifecycle {
    destroy = false
  }
}
