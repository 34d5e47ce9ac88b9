provider "nova" {
  endpoint = "e"
}

resource "nova_vm" "v" {
  name   = "v"
  cpu    = 4
  labels = { a = "2" }
  pw     = "w"
  pw_v   = 2
  fws    = [{ port = 2 }, { port = 1, desc = "d" }]
  vols   = { a = { gb = 2, secret = "s" }, c = { gb = 3 } }
  net    = { dns = ["2"] }
  boot {
    img = "i2"
    part { fs = "x" }
    part { fs = "y" }
  }
  nic {
    net = "n"
    acl { from = "b" }
    acl { from = "a" }
  }
  prov "p" { cmd = ["a"] }
  tag {
    key  = "k"
    prop = true
  }
}
resource "nova_key" "k" { bits = 2 }
output "o" {
  value     = [nova_vm.v.status, nova_vm.v.cpu, nova_vm.v.boot, nova_key.k.meta, nova_vm.v.fws]
  sensitive = true
}
