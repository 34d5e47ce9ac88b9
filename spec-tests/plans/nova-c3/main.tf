provider "nova" { endpoint = "x" }
resource "nova_vm" "v" {
  name = "a"
  net = {
    ifs = [{ ip = "1", routes = [] }, { routes = null }, {}]
  }
  sched { host = "h" }
  boot {
    img = "i"
    gb = 3
  }
  prov "x" {}
  tag {
    key = "a"
    value = nova_key.k.public
    prop = nova_key.k.bits > 1
  }
  tag {
    key = "b"
    value = nova_key.k.private
  }
}
resource "nova_key" "k" { bits = 4 }
output "ifs" { value = nova_vm.v.net.ifs[*].routes }
output "ifs1" { value = nova_vm.v.net.ifs[1].routes == null }
output "macs" { value = [for i in nova_vm.v.net.ifs : i.mac] }
output "boot" { value = { g = nova_vm.v.boot.gb, e = nova_vm.v.boot.enc, p = nova_vm.v.boot.part } }
output "tagn" { value = length(nova_vm.v.tag) }
output "lim" { value = length(nova_vm.v.limits) }
output "sched" { value = nova_vm.v.sched.taint }
output "vols" { value = nova_vm.v.vols }
output "fws" { value = nova_vm.v.fws }
