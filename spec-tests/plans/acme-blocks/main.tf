resource "acme_thing" "a" {
  name = "a"
  one {
    a = "1"
  }
  grp {
    a = "g"
  }
  rule {
    port = 1
    sub {
      s = "x"
    }
  }
  rule {
    port = "2"
    proto = "tcp"
    key = "k"
  }
  disk {
    gb = 2
  }
  disk {
    gb = 1
  }
  env "x" {
    v = "1"
  }
  env "y" {}
  dyn {
    d = 1
  }
  dyn {
    d = "s"
  }
  lim {
    x = "l"
  }
}
output "b" {
  value = acme_thing.a.disk
}
output "c" {
  value = acme_thing.a.env["x"].o
}
output "d" {
  value = acme_thing.a.one.c
}
output "e" {
  value = acme_thing.a.dyn
}
output "f" {
  value = acme_thing.a.grp
}
output "a" {
  value = acme_thing.a.rule
  sensitive = true
}
