variable "s" {
  sensitive = true
  default   = "q"
}
resource "beta_net" "a" {
  cidr     = "10"
  tags     = { for k in ["a", "b"] : k => upper(k) }
  metas    = [{ a = var.s }]
  enabled  = "true"
  pass     = "x"
  opt {
    k = "k"
    in {
      s = "a"
    }
    in {
      s = "b"
      w = "w"
    }
  }
  rule {
    from  = 1
    cidrs = ["1"]
  }
  rule {
    from = 1
    to   = 2
    grp  = ["b", "a"]
  }
  timeouts {
    create = "1m"
  }
}
resource "beta_net" "b" {
  cidr = beta_net.a.cidr
  tags = beta_net.a.tags_all
  prio = beta_net.a.prio
  opt {
    k = beta_net.a.opt[0].k
  }
  dynamic "rule" {
    for_each = beta_net.a.rule
    content {
      from  = rule.value.from
      to    = rule.value.to
      cidrs = rule.value.cidrs
      grp   = rule.value.grp
    }
  }
}
resource "beta_app" "a" {
  name = "n"
  conf = { deep = [{ x = "1", z = { a = { q = "1" } } }, { y = 2 }] }
  creds = [{ u = "a", p = "b" }]
  req   = [{ k = "z" }, { k = "b" }, { k = beta_net.a.ids[0] }]
  dyn   = { a = 1, b = [beta_net.a.id] }
  env "a" {
    d = [1, beta_net.a.id]
  }
  env "b" {
    v = "x"
    d = var.s
  }
  must {
    a = "1"
  }
  vol {
    size = 1
    spec = { t = "q", wo = "z" }
  }
}
resource "beta_app" "b" {
  auto = [{ u = "x" }]
  dync = beta_app.a.dync
  dyn  = beta_app.a.dyn
  must {
    a = beta_app.a.must.a
  }
  vol {
    size = beta_app.a.vol[0].size
    spec = { t = beta_app.a.vol[0].spec.c }
  }
}
output "o1" {
  value = beta_net.b.rule
}
output "o2" {
  value     = beta_net.a.opt
  sensitive = true
}
output "o3" {
  value = beta_app.a.conf
}
output "o4" {
  value = beta_app.a.req
}
output "o5" {
  value = beta_app.b.auto
}
output "o6" {
  value = beta_app.a.dyn.a
}
output "o7" {
  value     = beta_app.a.env
  sensitive = true
}
output "o8" {
  value = beta_app.a.auto
}
output "o9" {
  value = beta_app.a.vol[0].spec
}
output "o10" {
  value = beta_app.a.vol[*].spec.t
}
