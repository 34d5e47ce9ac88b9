resource "nova_key" "k" {
  count = 2
  bits = count.index
}
locals {
  ids = nova_key.k[*].id
  m = { for i, k in nova_key.k : "k${i}" => k.meta }
  o = one(nova_key.k[0].all)
}
resource "nova_vm" "v" {
  for_each = { a = nova_key.k[0], b = nova_key.k[1] }
  name = each.value.id
  dynamic "nic" {
    for_each = each.value.all
    content { net = nic.value }
  }
  dynamic "tag" {
    for_each = each.value.byname
    content {
      key = tag.key
      value = tag.value
    }
  }
  dynamic "boot" {
    for_each = each.value.any
    content { img = boot.value }
  }
  dynamic "prov" {
    for_each = { x = each.value.id, y = 1 }
    labels = [prov.key]
    content { cmd = [prov.value] }
  }
  sched {
    host = each.key
    dynamic "taint" {
      for_each = toset(["a", each.key])
      content { k = taint.value }
    }
  }
}
output "ids" { value = local.ids }
output "m" { value = local.m }
output "o" { value = local.o }
output "vm" { value = { for k, v in nova_vm.v : k => [v.nic, v.tag, v.prov, v.sched] } }
output "boots" { value = [for v in nova_vm.v : v.boot] }
provider "nova" { endpoint = "e" }
