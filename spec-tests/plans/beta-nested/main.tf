resource "beta_net" "p" {
  cidr = "1"
  opt { k = "x" }
}
resource "beta_app" "a" {
  conf = {
    deep = [
      { x = "1" },
      { x = beta_net.p.id, y = 3, z = { one = { q = "v" }, two = { q = beta_net.p.id } } },
    ]
    plain = { a = "1" }
  }
  creds = [{ u = "a", p = "b" }, { u = "c" }]
  req = [{ k = "a" }, { k = beta_net.p.id }, { k = "b" }]
  dyn = { a = [1, "x", beta_net.p.id], b = null }
  env "a" { v = "1" }
  env "b" { d = [1, 2] }
  must { a = "q" }
  vol {
    size = 1
    spec = { t = "x", wo = "s" }
  }
  vol { spec = { t = beta_net.p.id } }
}
output "d" { value = beta_app.a.conf.deep[*].y }
output "creds" {
  value = beta_app.a.creds
  sensitive = true
}
output "auto" { value = beta_app.a.auto }
output "env" { value = beta_app.a.env }
output "dyn" { value = beta_app.a.dyn }
output "dync" { value = beta_app.a.dync }
output "vol" { value = beta_app.a.vol }
