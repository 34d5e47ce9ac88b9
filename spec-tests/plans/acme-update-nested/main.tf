resource "acme_plain" "p" {
  v = "2"
}
resource "acme_thing" "a" {
  name  = "a"
  size  = 2
  cfg   = { mode = "n" }
  items = [{ k = "b" }, { k = "a" }, { k = "new" }]
  byk   = { a = { k = "2" }, c = { k = "3" } }
  sets  = [{ k = "2" }, { k = "3" }]
  rule {
    port = 2
  }
  rule {
    port = 1
    key  = "k"
    sub {
      s = "x"
    }
  }
  disk {
    gb = 2
  }
  disk {
    gb = 3
  }
  env "e" {
    v = "2"
  }
  env "f" {
    v = "1"
  }
  one {
    a = "2"
  }
  grp {
    a = "2"
  }
}
resource "acme_thing" "b" {
  name = "b"
}
resource "acme_thing" "c" {
  name  = "c"
  zone  = "z"
  tags  = { a = acme_plain.p.id, b = acme_plain.p.v }
  labels = ["x", "z"]
}
resource "acme_thing" "d" {
  name   = "d"
  secret = "s2"
  wo     = "w"
  cfg    = { pw = "p2" }
  any    = [1, "2"]
}
output "o" {
  value = [acme_thing.a.items, acme_thing.a.byk, acme_thing.a.sets, acme_thing.a.disk, acme_thing.a.rule[*].proto, acme_thing.b.cfg, acme_thing.c.arn]
  sensitive = true
}
