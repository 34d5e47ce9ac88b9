resource "nova_key" "k" {}
resource "nova_vm" "a" {
  name = "n"
  dynamic "nic" {
    for_each = nova_key.k.all
    content { net = nic.value }
  }
  nic { 
    net = "static" 
  }
  dynamic "tag" {
    for_each = { b = 1, a = nova_key.k.id }
    iterator = t
    content { 
      key = t.key 
      value = t.value
    }
  }
  dynamic "boot" {
    for_each = nova_key.k.all
    content { 
      img = boot.value 
      dynamic "part" {
        for_each = ["a", "b"]
        content { fs = "${part.value}${boot.key}" }
      }
    }
  }
  dynamic "sched" {
    for_each = toset([nova_key.k.id])
    content { host = sched.value }
  }
  dynamic "prov" {
    for_each = { x = nova_key.k.all, y = [] }
    labels = [prov.key]
    content { cmd = prov.value }
  }
}
resource "nova_vm" "b" {
  name = "n"
  dynamic "nic" {
    for_each = []
    content { net = nic.value }
  }
  dynamic "boot" {
    for_each = sensitive(["a"])
    content { img = boot.value }
  }
  dynamic "tag" {
    for_each = toset(["z", "y"])
    content { 
      key = tag.value 
      prop = tag.key == "z"
    }
  }
}
output "a" { value = [nova_vm.a.nic, nova_vm.a.tag, nova_vm.a.boot, nova_vm.a.sched, nova_vm.a.prov] }
output "b" { 
  value = [nova_vm.b.nic, nova_vm.b.tag, nova_vm.b.boot, nova_vm.b.sched, nova_vm.b.prov] 
  sensitive = true
}
