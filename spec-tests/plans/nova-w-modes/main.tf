variable "n" { default = "x" }
resource "nova_key" "k" { bits = 1 }
resource "nova_vm" "a" {
  name = nova_key.k.id
  cpu = null
  ports = [{ n = 1, p = "a" }, { n = null, p = nova_key.k.public }]
  limits = { cpu = 1, mem = nova_key.k.id, opts = { a = true } }
  labels = { "${var.n}" = nova_key.k.id, y = "z" }
  annotations = { a = ["b", nova_key.k.id] }
  groups = ["b", "a", nova_key.k.id]
  net = {
    ifs = [{ ip = "1", routes = [{ to = "b" }, { to = "a", via = nova_key.k.id }] }, {}]
    dns = nova_key.k.all
    key = nova_key.k.private
  }
  vols = { a = { gb = 1, secret = "s" }, b = { gb = nova_key.k.bits } }
  fws = [{ port = 2 }, { port = 1, desc = nova_key.k.id }, { port = 2 }]
  boot { 
    img = "i" 
    enc { 
      kms = "k" 
    }
    part {}
    part { 
      fs = nova_key.k.id 
    }
  }
  nic { 
    net = "n" 
    acl { 
      from = "a" 
    }
    acl { 
      from = nova_key.k.id 
      prio = 1
    }
  }
  tag { 
    key = "k" 
    value = nova_key.k.private
  }
  tag { 
    key = "j" 
  }
  prov "x" { 
    cmd = nova_key.k.all 
  }
}
output "vm" { 
  value = nova_vm.a 
  sensitive = true
}
output "fws" { value = [for f in nova_vm.a.fws : f.port] }
output "ifs" { value = nova_vm.a.net.ifs[*].mac }
output "status" { value = nova_vm.a.status[0].at }
output "sched" { value = nova_vm.a.sched }
output "tag" { 
  value = nova_vm.a.tag[*].key 
  sensitive = true
}
output "len" { value = [length(nova_vm.a.fws), length(nova_vm.a.nic), length(nova_vm.a.ports), length(nova_vm.a.groups), nova_vm.a.vols["a"].gb] }
