ephemeral "beta_secret" "e" { name = "n" }
variable "eph" { 
  ephemeral = true 
  default = "x"
}
resource "beta_app" "a" {
  name = beta_net.n.id
  conf = {
    deep = [{ x = beta_net.n.id, z = { a = { q = "1" }, b = { q = beta_net.n.cidr } } }, { y = 2 }]
    plain = { a = beta_net.n.prio }
  }
  creds = [{ u = "a" }, { p = beta_net.n.id }]
  auto = [{ u = "x" }, {}]
  req = [{ k = "a" }, { k = beta_net.n.id }]
  dyn = [1, beta_net.n.id]
  env "x" { 
    v = "a" 
    d = { k = [beta_net.n.meta.a] }
  }
  env "y" { 
    d = null 
  }
  must { 
    a = "m" 
  }
  vol { 
    size = 1 
    spec = { t = "t", wo = ephemeral.beta_secret.e.value }
  }
  vol {}
}
resource "beta_net" "n" {
  cidr = "10.0.0.0/8"
  pass = var.eph
  metas = null
  rule { 
    from = 1 
    grp = ["a"]
  }
  rule { 
    from = 2
    cidrs = []
  }
  timeouts { 
    create = "1m" 
  }
  opt { 
    k = "k" 
    in { 
      s = "s" 
      w = "w"
    }
    in {}
  }
}
output "a" { 
  value = beta_app.a
  sensitive = true 
}
output "n" { value = [beta_net.n.rule, beta_net.n.opt[0].k, beta_net.n.metas, beta_net.n.ids, beta_net.n.zones, length(beta_net.n.rule), beta_net.n.timeouts.delete] }
output "r" { value = [for r in beta_net.n.rule : r.from] }
output "eph" { value = ephemeralasnull(var.eph) }
output "auto" { value = [beta_app.a.auto[0].u, beta_app.a.auto[0].c, beta_app.a.dync, beta_app.a.env["x"].v, beta_app.a.env["y"].d] }
