variable "azs" {
  type = list(string)
  default = []
}
variable "private" {
  type = list(string)
  default = []
}
variable "public" {
  type = list(string)
  default = []
}
variable "tags" {
  type = map(string)
  default = {}
}
variable "name" { default = "" }
locals {
  max = max(length(var.private), length(var.public))
  nat_count = local.max > 0 ? local.max : 0
  create = length(var.azs) > 0
}
resource "cloud_network" "this" {
  count = local.create ? 1 : 0
  cidr = "10.0.0.0/16"
  tags = merge({ "Name" = var.name }, var.tags)
}
resource "cloud_subnet" "private" {
  count = local.create && length(var.private) > 0 ? length(var.private) : 0
  network_id = cloud_network.this[0].id
  cidr = element(concat(var.private, [""]), count.index)
  zone = length(regexall("^[a-z]{2}-", element(var.azs, count.index))) > 0 ? element(var.azs, count.index) : null
  tags = merge({ "Name" = try(var.tags["x"], format("%s-private-%s", var.name, element(var.azs, count.index))) }, var.tags)
}
data "cloud_image" "img" {
  owners = ["me"]
}
output "private_ids" { value = cloud_subnet.private[*].id }
output "name" { value = "n${local.nat_count}" }
output "cidr" { value = try(cloud_network.this[0].cidr, null) }
output "arn" {
  value = try(cloud_network.this[0].arn, null)
  description = "d"
}
output "img" { value = data.cloud_image.img.owners }
output "sens" {
  value = sensitive("x")
  sensitive = true
}
