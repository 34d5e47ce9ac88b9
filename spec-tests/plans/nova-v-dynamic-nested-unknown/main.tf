provider "nova" {
  endpoint = "e"
}

resource "nova_key" "k" {}
locals { u = nova_key.k.all }
resource "nova_vm" "a" {
  name = "a"
  dynamic "boot" {
    for_each = [1]
    content {
      img = nova_key.k.id
      dynamic "enc" {
        for_each = local.u
        content { pw = enc.value }
      }
      dynamic "part" {
        for_each = local.u
        content { fs = part.value }
      }
    }
  }
  dynamic "nic" {
    for_each = toset(["b", "a"])
    content {
      net = nic.key
      dynamic "acl" {
        for_each = local.u
        content { from = acl.value }
      }
      acl { from = "static" }
    }
  }
  dynamic "prov" {
    for_each = ["x", "y"]
    labels   = ["p-${prov.value}"]
    content { cmd = [prov.value, nova_key.k.id] }
  }
  dynamic "sched" {
    for_each = []
    content { host = "x" }
  }
  dynamic "tag" {
    for_each = nova_key.k.byname
    content {
      key   = tag.key
      value = tag.value
    }
  }
}
resource "nova_vm" "b" {
  name = "b"
  sched {
    host = "h"
    dynamic "taint" {
      for_each = local.u
      content { k = taint.value }
    }
  }
  dynamic "nic" {
    for_each = local.u
    content { net = "x" }
  }
  tag { key = nova_key.k.id }
  tag { key = nova_key.k.public }
  tag { key = "x" }
}
output "o" {
  value     = [nova_vm.a.boot, nova_vm.a.nic, nova_vm.a.tag, nova_vm.b.tag, nova_vm.b.nic, nova_vm.b.sched, nova_vm.a.prov]
  sensitive = true
}
