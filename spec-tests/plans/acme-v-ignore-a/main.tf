
resource "acme_thing" "t" {
  name   = "n2"
  tags   = { a = "2", new = "x" }
  ports  = [1, 9, 8]
  flag   = true
  secret = "s2"
  labels = ["q"]
  zone   = "z2"
  any    = [2]
  cfg    = { mode = "m2", pw = "p2" }
  byk    = { k = { k = "2" }, l = { k = "3" } }
  items  = [{ k = "2", v = "v" }]
  rule {
    port  = 2
    proto = "udp"
  }
  disk { gb = 2 }
  env "e" { v = "2" }
  env "f" { v = "f" }
  one { a = "2" }
  lifecycle {
    ignore_changes = [tags["a"], tags["new"], rule[0].port, cfg.mode, ports[1], env]
  }
}
output "o" {
  value     = [acme_thing.t.name, acme_thing.t.tags, acme_thing.t.ports, acme_thing.t.rule, acme_thing.t.cfg, acme_thing.t.env, acme_thing.t.byk, acme_thing.t.items]
  sensitive = true
}
