resource "beta_net" "a" {
  cidr = "10.0.0.0/8"
  id = "mine"
  tags = { a = "b", n = 5, t = true }
  metas = [{ a = 1 }]
  enabled = "true"
  prio = "7"
  pass = "x"
  pass_version = 1
  rule {
    from = "80"
    cidrs = ["a", "b"]
  }
  rule {
    from = 443
    to = 444
    grp = ["z", "y"]
  }
  timeouts { create = "10m" }
  opt {
    k = "x"
    in { s = "1" }
    in { w = "2" }
  }
  opt {
    k = "y"
    v = "w"
  }
}
output "tags" { value = beta_net.a.tags }
output "tags_all" { value = beta_net.a.tags_all }
output "rules" { value = beta_net.a.rule }
output "ins" {
  value = beta_net.a.opt[0].in
  sensitive = true
}
output "one" { value = beta_net.a.opt[*].k }
output "pass" {
  value = beta_net.a.pass
  sensitive = true
}
