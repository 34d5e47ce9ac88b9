provider "nova" { endpoint = "e" }
resource "nova_key" "k" { bits = 2 }
resource "nova_vm" "a" {
  name = "n"
  ports = [{ n = 1, p = "a" }, { n = 2, p = nova_key.k.public }]
  limits = { cpu = 2, mem = "m", opts = { a = true, b = false } }
  labels = { x = "1" }
  net = {
    ifs = [{ routes = [{ to = "b" }] }, { ip = "2" }]
    key = "plain"
  }
  vols = { a = { gb = 3, secret = "s" }, c = { gb = 2 } }
  fws = [{ port = 2, desc = "new" }, { port = 3 }, { port = 1, desc = "d" }]
  boot { 
    img = "j" 
    part {}
    part { 
      fs = "x" 
    }
  }
  nic { 
    net = "n" 
    acl { 
      from = "a" 
      prio = 5
    }
    acl { 
      from = "b" 
    }
  }
  nic { 
    net = "o" 
  }
  tag { 
    key = "k" 
    value = "v"
  }
  tag { 
    key = "l" 
  }
  prov "x" { 
    cmd = ["c", "d"] 
  }
  prov "y" {}
}
output "vm" { 
  value = nova_vm.a 
  sensitive = true
}
output "fws" { value = nova_vm.a.fws }
