resource "acme_plain" "p" {}
resource "acme_thing" "a" {
  name = "a"
  rule {
    port = 9
  }
  dynamic "rule" {
    for_each = split(",", acme_plain.p.id)
    content {
      port = 1
    }
  }
  dynamic "disk" {
    for_each = toset([acme_plain.p.id])
    content {
      gb = 1
    }
  }
  dynamic "one" {
    for_each = split(",", acme_plain.p.id)
    content {
      a = "x"
    }
  }
  dynamic "grp" {
    for_each = split(",", acme_plain.p.id)
    content {
      a = grp.value
    }
  }
}
output "r" {
  value = acme_thing.a.rule
  sensitive = true
}
output "a" {
  value = acme_thing.a.one
}
output "b" {
  value = acme_thing.a.grp
}
