resource "acme_thing" "src" {
  name = "src"
}
resource "acme_thing" "a" {
  name = "a"
  rule {
    port = 1
  }
  dynamic "rule" {
    for_each = acme_thing.src.labels
    content {
      port  = length(rule.value)
      proto = "tcp"
    }
  }
}
resource "acme_thing" "b" {
  name = "b"
  dynamic "disk" {
    for_each = acme_thing.src.labels
    content {
      gb = 1
    }
  }
}
resource "acme_thing" "c" {
  name = "c"
  dynamic "one" {
    for_each = acme_thing.src.labels
    content {
      a = one.value
    }
  }
}
resource "acme_thing" "g" {
  name = "g"
  dynamic "grp" {
    for_each = acme_thing.src.labels
    content {
      a = "static"
    }
  }
}
resource "acme_thing" "n" {
  name = "n"
  rule {
    port = 1
    dynamic "sub" {
      for_each = acme_thing.src.labels
      content {
        s = sub.value
      }
    }
  }
  rule {
    port = 2
    sub {
      s = "x"
    }
  }
}
resource "acme_thing" "l" {
  name = "l"
  dynamic "lim" {
    for_each = acme_thing.src.labels
    content {
      x = "y"
    }
  }
}
output "a" {
  value = acme_thing.a.rule
  sensitive = true
}
output "al" {
  value = length(acme_thing.a.rule)
}
output "bl" {
  value = length(acme_thing.b.disk)
}
output "c" {
  value = acme_thing.c.one
}
output "cn" {
  value = acme_thing.c.one == null
}
output "ga" {
  value = acme_thing.g.grp.a
}
output "nl" {
  value = [for r in acme_thing.n.rule : length(r.sub)]
}
output "np" {
  value = acme_thing.n.rule[0].port
}
output "ll" {
  value = length(acme_thing.l.lim)
}
