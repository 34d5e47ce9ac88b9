resource "acme_plain" "p" {
  v = "x"
}
variable "s" {
  default   = "sss"
  sensitive = true
}
resource "acme_thing" "nulls" {
  name  = "n"
  cfg   = null
  items = null
  byk   = null
  sets  = null
}
resource "acme_thing" "empties" {
  name  = "n"
  cfg   = {}
  items = []
  byk   = {}
  sets  = []
}
resource "acme_thing" "full" {
  name  = "n"
  cfg   = { mode = acme_plain.p.id, pw = "x" }
  items = [{ k = "a" }, { k = acme_plain.p.id, v = "c" }, { k = "z", v = null }]
  byk   = { a = { k = "1" }, b = {}, c = { k = acme_plain.p.id } }
  sets  = [{ k = "1" }, { k = "2" }, { k = null }, {}]
}
resource "acme_thing" "uset" {
  name = "n"
  sets = [{ k = acme_plain.p.id }, { k = "2" }]
}
resource "acme_thing" "sens" {
  name  = "n"
  cfg   = { mode = var.s }
  items = [{ k = var.s }]
  byk   = { a = { k = var.s } }
  sets  = [{ k = var.s }, { k = "o" }]
  tags  = { x = var.s, y = "1" }
  labels = ["a", var.s]
  any   = { q = var.s, r = [1, "a", acme_plain.p.id] }
}
resource "acme_thing" "wholly" {
  name  = "n"
  cfg   = acme_thing.full.cnested == null ? null : { mode = "m" }
  items = [for x in acme_thing.full.labels : { k = x }]
  byk   = { for x in [acme_plain.p.v] : x => { k = x } }
  sets  = [for x in acme_thing.full.labels : { k = x }]
  tags  = { for x in acme_thing.full.labels : x => x }
  ports = [for x in acme_thing.full.labels : length(x)]
  any   = acme_thing.full.labels
  objs  = [{ a = acme_plain.p.id, b = 1 }]
}
output "o" {
  value = {
    a = acme_thing.nulls.cfg
    c = acme_thing.empties.items
    d = acme_thing.full.items[*].v
    e = acme_thing.full.byk["b"].v
    f = [for s in acme_thing.full.sets : s.k]
    g = length(acme_thing.full.sets)
    h = length(acme_thing.uset.sets)
    i = acme_thing.full.cnested
    j = acme_thing.full.cnested.x
    k = acme_thing.wholly.items
    l = acme_thing.wholly.objs
    m = keys(acme_thing.full.byk)
    n = acme_thing.wholly.any
  }
}
output "p" {
  value = acme_thing.full.cfg
  sensitive = true
}
