
resource "acme_plain" "u" {}
locals {
  u    = acme_plain.u.id
  list = [local.u]
  ul   = split(",", local.u)
  us   = toset([local.u])
  um   = { for x in split(",", local.u) : x => x }
}
resource "acme_thing" "a" {
  name = "a"
  rule { port = 1 }
  dynamic "rule" {
    for_each = local.ul
    content {
      port = 2
      key  = rule.value
    }
  }
  disk { gb = 1 }
  dynamic "disk" {
    for_each = local.us
    content {
      gb  = 2
      key = disk.value
    }
  }
  dynamic "one" {
    for_each = local.ul
    content { a = one.value }
  }
  dynamic "grp" {
    for_each = local.ul
    content { a = grp.value }
  }
  dynamic "lim" {
    for_each = local.ul
    content { x = lim.key }
  }
  dynamic "env" {
    for_each = { a = local.u, b = "x" }
    labels   = [env.key]
    content { v = env.value }
  }
}
resource "acme_thing" "b" {
  name = "b"
  dynamic "rule" {
    for_each = local.list
    content {
      port = 1
      key  = rule.value
      dynamic "sub" {
        for_each = local.ul
        content { s = "${rule.key}-${sub.value}" }
      }
      sub { s = "static" }
    }
  }
  dynamic "rule" {
    for_each = { for k in ["x", "y"] : k => local.ul }
    iterator = r
    content {
      port = length(r.key)
      dynamic "sub" {
        for_each = r.value
        iterator = s
        content { s = s.value }
      }
    }
  }
}
output "o" {
  value     = [acme_thing.a.rule, acme_thing.a.disk, acme_thing.a.one, acme_thing.a.grp, acme_thing.a.lim, acme_thing.a.env, acme_thing.b.rule]
  sensitive = true
}
output "n" { value = [length(acme_thing.b.rule), acme_thing.b.rule[1].port, acme_thing.b.rule[*].proto] }
