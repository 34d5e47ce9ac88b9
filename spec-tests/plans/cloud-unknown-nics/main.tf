variable "enabled" { default = true }
variable "names" {
  type = set(string)
  default = ["z", "a", "m"]
}
resource "cloud_network" "n" {
  count = var.enabled ? 1 : 0
  tags = var.enabled ? { a = "b" } : null
}
resource "cloud_subnet" "s" {
  for_each = var.names
  network_id = one(cloud_network.n[*].id)
  zone = try(cloud_network.n[0].dns, false) == null ? "x" : "y"
  public = cloud_network.n[0].dns
}
locals {
  subnet_ids = [for s in cloud_subnet.s : s.id]
  first = element(local.subnet_ids, 0)
  zones = distinct([for s in cloud_subnet.s : s.zone])
  by_zone = { for k, s in cloud_subnet.s : s.zone => k... }
  objs = [for k, s in cloud_subnet.s : { key = k, id = s.id, tags = s.tags }]
  flat = merge([for k, s in cloud_subnet.s : { "${k}-id" = s.id }]...)
}
resource "cloud_instance" "i" {
  for_each = local.flat
  subnet_id = each.value
  tags = { k = each.key }
  dynamic "disk" {
    for_each = each.key == "a-id" ? [1, 2] : []
    content {
      device = "d${disk.value}"
      size = disk.key
      tags = { for k in ["x"] : k => each.value }
    }
  }
  dynamic "nic" {
    for_each = cloud_instance.other.ips
    content {
      index = nic.key
      nic_id = nic.value
    }
  }
}
resource "cloud_instance" "other" {}
output "first" { value = local.first }
output "zones" { value = local.zones }
output "by_zone" { value = local.by_zone }
output "objs" { value = local.objs }
output "nics" { value = { for k, i in cloud_instance.i : k => i.nic } }
output "disks" { value = flatten([for i in cloud_instance.i : [for d in i.disk : d.device]]) }
output "dsizes" { value = sum(concat([0], flatten([for i in cloud_instance.i : [for d in i.disk : d.size]]))) }
