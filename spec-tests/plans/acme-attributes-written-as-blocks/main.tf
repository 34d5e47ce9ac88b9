resource "acme_plain" "p" {
  v = "x"
}

resource "acme_thing" "t" {
  name = "t"

  objs {
    a = acme_plain.p.v
  }
  objs {
    b = 2
  }

  rule {
    port = 1
  }
}

resource "acme_thing" "u" {
  name = "u"

  dynamic "objs" {
    for_each = acme_thing.t.objs
    content {
      a = objs.value.a
      b = objs.key
    }
  }
}

output "second" {
  value = acme_thing.t.objs[1].b
}

output "length" {
  value = length(acme_thing.u.objs)
}
