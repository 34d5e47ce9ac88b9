resource "beta_net" "p" {
  cidr = "1"
  opt { k = "x" }
}
resource "beta_net" "a" {
  cidr = beta_net.p.id
  tags = { a = beta_net.p.id, b = "c" }
  rule {
    from = 1
    grp = [beta_net.p.id, "y"]
  }
  rule {
    from = length(beta_net.p.ids)
    cidrs = beta_net.p.ids
  }
  opt {
    k = beta_net.p.meta.a
    in { s = beta_net.p.meta.a }
    in { s = "b" }
  }
  metas = [for i in beta_net.p.ids : { a = i }]
  prio = beta_net.p.meta.n
}
output "x" { value = beta_net.a.rule[*].from }
output "y" { value = [for r in beta_net.a.rule : r.from] }
output "z" { value = length(beta_net.a.opt) }
output "t" { value = beta_net.a.tags["b"] }
output "tk" { value = keys(beta_net.a.tags) }
output "m" { value = beta_net.a.metas }
output "ml" { value = beta_net.p.metas[0].a }
output "inl" { 
  value = length(beta_net.a.opt[0].in)
  sensitive = true
}
