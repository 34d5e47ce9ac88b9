terraform {
  required_version = ">= 1.3.0, < 2.0.0"
}
variable "name" {
  type = string
  validation {
    condition = can(regex("^[a-z][a-z0-9-]{2,20}$", var.name))
    error_message = "Bad name."
  }
}
variable "environment" {
  type = string
  default = "dev"
  validation {
    condition = contains(["dev", "prod"], var.environment)
    error_message = "Bad environment."
  }
}
variable "subnets" {
  type = list(object({
    cidr = string
    public = optional(bool, false)
    tags = optional(map(string), {})
  }))
  default = [{ cidr = "10.0.0.0/24", public = true }, { cidr = "10.0.1.0/24", tags = { tier = "db" } }]
}
locals {
  tags = merge({ Name = var.name, Env = var.environment }, var.environment == "prod" ? { Critical = "yes" } : {})
  public = [for s in var.subnets : s if s.public]
  by_cidr = { for i, s in var.subnets : replace(s.cidr, "/", "-") => merge(s, { index = i }) }
  nat = var.environment == "prod" ? length(local.public) : 1
}
resource "terraform_data" "vpc" {
  input = { cidr = cidrsubnet("10.0.0.0/8", 8, 5), tags = local.tags }
}
resource "terraform_data" "subnet" {
  for_each = local.by_cidr
  input = { vpc = terraform_data.vpc.id, cidr = each.value.cidr, tags = merge(local.tags, each.value.tags) }
  triggers_replace = [each.value.cidr]
}
resource "terraform_data" "nat" {
  count = local.nat
  input = element([for k, s in terraform_data.subnet : s.id], count.index)
}
module "service" {
  source = "./service"
  for_each = toset(["api", "web"])
  name = "${var.name}-${each.key}"
  subnet_ids = values(terraform_data.subnet)[*].id
  replicas = each.key == "api" ? 2 : 1
}
output "subnet_ids" { value = { for k, s in terraform_data.subnet : k => s.id } }
output "endpoints" { value = { for k, m in module.service : k => m.endpoint } }
output "first" { value = one([for k, m in module.service : m.endpoint if k == "web"]) }
