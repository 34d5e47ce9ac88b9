provider "nova" {
  endpoint = "x"
}
resource "nova_key" "k" {
  count = 2
  bits  = 1
}
data "nova_net" "n" {
  id = nova_key.k[0].id
  filter {
    name   = "b"
    values = ["1"]
  }
  filter {
    name   = nova_key.k[0].public
    values = [nova_key.k[0].public]
  }
}
data "nova_net" "known" {
  id   = "k"
  tags = { a = 1 }
  subnets = ["z", "a"]
  dynamic "filter" {
    for_each = { a = ["1"], b = ["2"] }
    content {
      name   = filter.key
      values = filter.value
    }
  }
}
resource "nova_vm" "a" {
  name   = data.nova_net.n.id
  groups = data.nova_net.n.subnets
  labels = data.nova_net.known.tags
  vols   = nova_key.k[0].public == "x" ? { a = { gb = 1 } } : { b = { gb = 2 } }
  fws    = [for s in data.nova_net.known.subnets : { port = 1, desc = s }]
  net    = nova_key.k[0].public == "x" ? { ifs = [{ ip = "1" }] } : null
  boot {
    img = "i"
    dynamic "part" {
      for_each = nova_key.k[0].all
      content {
        fs = part.value
      }
    }
    dynamic "enc" {
      for_each = nova_key.k[0].all
      content {
        kms = enc.value
      }
    }
  }
  dynamic "nic" {
    for_each = nova_key.k
    content {
      net = nic.value.public
      dynamic "acl" {
        for_each = nic.value.all
        content {
          from = acl.value
        }
      }
    }
  }
  dynamic "tag" {
    for_each = nova_key.k[0].byname
    content {
      key   = tag.key
      value = tag.value
    }
  }
  tag {
    key = "static"
  }
  dynamic "prov" {
    for_each = { a = nova_key.k[0].all }
    labels   = [prov.key]
    content {
      cmd = prov.value
    }
  }
}
output "a" {
  value = nova_vm.a.vols
}
output "b" {
  value = nova_vm.a.net
}
output "c" {
  value = nova_vm.a.boot
  sensitive = true
}
output "d" {
  value = nova_vm.a.nic
}
output "e" {
  value = nova_vm.a.tag
}
output "f" {
  value = length(nova_vm.a.nic)
}
output "g" {
  value = nova_vm.a.nic[*].net
}
output "h" {
  value = nova_vm.a.prov["a"].rc
}
output "i" {
  value = [for k, v in nova_vm.a.prov : k]
}
output "j" {
  value = data.nova_net.n.filter
}
output "k" {
  value = nova_vm.a.fws
}
output "l" {
  value = nova_vm.a.status[0].at
}
output "m" {
  value = nova_vm.a.net.ifs[0].routes
}
output "n" {
  value = try(nova_vm.a.net.ifs[3], "x")
}
output "o" {
  value = can(nova_vm.a.labels["a"])
}
output "p" {
  value = nova_vm.a.labels.a
}
