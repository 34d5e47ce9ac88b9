variable "s" {
  sensitive = true
  default   = "secret"
}
variable "on" {
  type      = bool
  sensitive = true
  default   = true
}
resource "acme_thing" "a" {
  name   = "a-${acme_plain.p.id}"
  tags   = { a = var.s, b = acme_plain.p.id, c = null }
  labels = ["x", var.s]
  ports  = [1, acme_thing.z.size]
  any    = { k = [var.s, acme_plain.p.id], l = null, m = true }
  objs   = [{ a = var.s, b = 1 }, { a = acme_plain.p.id, b = null }]
  cfg    = { mode = var.s, pw = acme_plain.p.id }
  items  = [{ k = "1", v = var.s }, { k = acme_plain.p.id }]
  byk    = { one = { k = var.s }, two = {}, three = null }
  sets   = [{ k = "a" }, { k = acme_plain.p.id }, { k = var.s }]
  one {
    a = var.s
  }
  grp {
    a = acme_plain.p.id
  }
  rule {
    port = 1
    key  = "k"
    sub {
      s = var.s
    }
    sub {
      s = acme_plain.p.id
    }
  }
  rule {
    port  = "22"
    proto = acme_plain.p.id
  }
  disk {
    gb = 1
  }
  disk {
    gb  = acme_thing.z.size
    key = var.s
  }
  env "a" {
    v = var.s
  }
  env "b" {
  }
  dyn {
    d = [1, acme_plain.p.id]
  }
  dyn {
    d = { a = var.s }
  }
  lim {
    x = "1"
  }
}
resource "acme_plain" "p" {
  v = "1"
}
resource "acme_thing" "z" {
  name = "z"
  size = var.on ? 5 : 6
}
output "whole" {
  value     = acme_thing.a
  sensitive = true
}
output "zsize" {
  value     = acme_thing.z.size
  sensitive = true
}
output "cfg" {
  value     = acme_thing.a.cfg
  sensitive = true
}
output "byk" {
  value     = acme_thing.a.byk
  sensitive = true
}
output "tok" {
  value     = acme_thing.z.token
  sensitive = true
}
output "env" {
  value     = [for k, v in acme_thing.a.env : "${k}=${v.o}"]
  sensitive = true
}
