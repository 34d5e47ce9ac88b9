resource "beta_net" "p" {
  cidr = "1"
  opt { k = "x" }
}
resource "beta_app" "a" {
  conf = { deep = [for m in beta_net.p.ids : { x = m }] }
  req = [for m in beta_net.p.zones : { k = m }]
  creds = beta_net.p.id == "x" ? [] : [{ u = "q" }]
  dyn = beta_net.p.meta
  must { a = beta_net.p.meta.a }
}
output "o" { value = beta_app.a.req }
output "dyn" { value = beta_app.a.dyn.a }
