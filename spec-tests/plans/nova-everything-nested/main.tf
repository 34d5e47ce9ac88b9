provider "nova" {
  endpoint = "x"
}
variable "pw" {
  sensitive = true
  default   = "p"
}
variable "eph" {
  ephemeral = true
  default   = "e"
}
resource "nova_key" "k" {
  count = 2
  bits  = 1
}
resource "nova_vm" "a" {
  name   = "a"
  ports  = [{ n = 1, p = "x" }, { n = "2", p = nova_key.k[0].id }]
  limits = { cpu = 1, mem = null, opts = { a = true, b = "false" } }
  labels = { (nova_key.k[0].id) = "x" }
  annotations = { a = ["1", nova_key.k[1].id], b = [], c = null }
  groups = [nova_key.k[0].id, nova_key.k[1].id, "z"]
  net = {
    ifs = [{ ip = "1", routes = [{ to = "a" }, { to = nova_key.k[0].id, via = var.pw }] }, {}]
  }
  vols = { (nova_key.k[0].bits) = { gb = 1, secret = var.pw }, b = { gb = "2" } }
  fws  = [{ port = 1 }, { port = 1, desc = "q" }, { port = nova_key.k[1].bits }]
  pw   = var.eph
  pw_v = 1
  boot {
    img = nova_key.k[0].public
    enc {
      pw = "x"
    }
    part {
      fs = var.pw
    }
    part {
    }
  }
  sched {
    host = "h"
    taint {
      k = "1"
    }
  }
  nic {
    net = "1"
    acl {
      from = "a"
    }
    acl {
      from = nova_key.k[0].id
      prio = 3
    }
    acl {
      from = var.pw
    }
  }
  tag {
    key = "k"
  }
  tag {
    key   = nova_key.k[1].public
    value = var.pw
  }
  prov "x" {
    cmd = ["a", nova_key.k[0].id]
  }
}
resource "nova_vm" "b" {
  name   = nova_vm.a.name
  cpu    = nova_vm.a.cpu
  limits = nova_vm.a.limits
  ports  = nova_vm.a.ports
  labels = nova_vm.a.addr
  groups = nova_vm.a.groups
  net    = nova_vm.a.net
  vols   = { for k, v in nova_vm.a.vols : k => { gb = v.gb } }
  boot {
    img = nova_vm.a.boot.img
    gb  = nova_vm.a.boot.gb
  }
}
output "a1" {
  value = nova_vm.a.status
}
output "a2" {
  value     = nova_vm.a.net
  sensitive = true
}
output "a3" {
  value     = nova_vm.a.vols
  sensitive = true
}
output "a4" {
  value     = nova_vm.a.nic
  sensitive = true
}
output "a5" {
  value = nova_vm.a.limits
}
output "a6" {
  value = nova_vm.a.annotations
}
output "a7" {
  value = nova_vm.a.fws
}
output "a8" {
  value = [for f in nova_vm.a.fws : f.port]
}
output "a9" {
  value     = nova_vm.a.tag
  sensitive = true
}
output "a10" {
  value = nova_vm.a.sched
}
output "a11" {
  value = length(nova_vm.a.groups)
}
output "a12" {
  value = nova_vm.a.pw
  ephemeral = false
}
output "a13" {
  value = nova_key.k[0].any
}
output "a14" {
  value = nova_key.k[0].meta.l
}
output "a15" {
  value = nova_key.k[*].byname["x"]
}
output "a16" {
  value = keys(nova_vm.a.labels)
}
