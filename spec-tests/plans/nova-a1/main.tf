provider "nova" {
  endpoint = "e"
  auth { pass = "x" }
}
resource "nova_key" "k" { bits = 2048 }
resource "nova_vm" "a" {
  name = "vm-${nova_key.k.id}"
  cpu = length(nova_key.k.all)
  ports = [{ n = 1, p = nova_key.k.public }, { n = 2, p = "b" }]
  labels = merge({ a = "1" }, nova_key.k.byname)
  annotations = { x = nova_key.k.all, y = ["z"] }
  groups = toset([nova_key.k.id, "g", nova_key.k.public])
  net = {
    ifs = [for i in range(2) : { routes = [{ to = "r${i}" }, { to = nova_key.k.id }] }]
    dns = [nova_key.k.public, "8.8.8.8"]
    key = "kk"
  }
  vols = { a = { gb = 1 }, b = { gb = 2, secret = nova_key.k.private } }
  fws = [{ port = 1 }, { port = 2, desc = "d" }]
  boot {
    img = data.nova_img.i.id
    enc { pw = nova_key.k.private }
    part { fs = "ext4" }
    part {}
  }
  nic {
    net = "n"
    acl { from = "a" }
    acl { from = nova_key.k.id }
  }
  tag {
    key = "k"
    value = nova_key.k.id
  }
  tag { key = "k2" }
  prov "a" { cmd = ["x", nova_key.k.id] }
  prov "b" {}
}
data "nova_img" "i" { family = "f" }
output "net" { value = nova_vm.a.net }
output "vols" {
  value = nova_vm.a.vols
  sensitive = true
}
output "vols_gb" { value = { for k, v in nova_vm.a.vols : k => v.gb } }
output "boot" { value = nova_vm.a.boot[*].img }
output "sched" { value = nova_vm.a.sched }
output "fw" { value = nova_vm.a.fws }
output "tags" { value = [for t in nova_vm.a.tag : t.key] }
output "nicips" { value = nova_vm.a.nic[*].ip }
output "st" { value = nova_vm.a.status[*].at }
output "prov" { value = nova_vm.a.prov["a"].rc }
output "lim" { value = try(nova_vm.a.limits.opts, null) }
