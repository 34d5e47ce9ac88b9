resource "beta_net" "n" {
  cidr = "10.0.0.0/8"
  opt {
    k = "a"
    in {
      s = "1"
    }
    in {
      s = "2"
      w = "x"
    }
  }
}
resource "beta_app" "a" {
  name = beta_net.n.id
  conf = {
    deep = [{ x = "1", z = { a = { q = "q" } } }, { y = 3 }, { x = beta_net.n.cidr, z = {} }]
  }
  creds = [{ u = "u", p = "p" }]
  auto  = [{ u = "u" }]
  req   = [{ k = beta_net.n.id }, { k = "b" }]
  dyn   = { a = beta_net.n.meta, b = [true, null] }
  must {}
  env "x" {
    v = "v"
    d = [1, beta_net.n.id]
  }
  vol {
    size = 1
    spec = { t = "x", wo = "secret" }
  }
  vol {
    spec = null
  }
  vol {
    spec = {}
  }
}
resource "beta_app" "b" {
  conf  = { deep = [for i in beta_net.n.ids : { x = i }] }
  creds = [for i in beta_net.n.ids : { u = i }]
  auto  = null
  req   = [for z in beta_net.n.zones : { k = z }]
  dyn   = beta_net.n.metas
  dync  = beta_net.n.meta
  must {
    a = beta_net.n.id
  }
  dynamic "env" {
    for_each = { for k in ["p", "q"] : k => beta_net.n.meta }
    labels   = ["l-${env.key}"]
    content {
      v = env.value.a
      d = env.value
    }
  }
  dynamic "vol" {
    for_each = beta_app.a.vol
    content {
      size = vol.value.size
      spec = vol.value.spec == null ? null : { t = vol.value.spec.c }
    }
  }
}
output "o" {
  value = {
    a = beta_app.a.conf.deep[*].y
    b = beta_app.a.conf.deep[0].z["a"].r
    c = length(beta_app.a.req)
    d = beta_app.a.dyn.b
    e = beta_app.a.env["x"]
    f = beta_app.a.must
    g = [for o in beta_net.n.opt : [for i in o.in : i.s]]
    h = beta_app.b.vol[*].spec
    i = beta_app.b.env
    j = beta_net.n.timeouts
    k = beta_net.n.rule
    l = length(beta_app.b.conf.deep)
  }
  sensitive = true
}
