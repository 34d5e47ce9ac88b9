locals {
  ps = { b = 2, a = 1 }
}
resource "acme_thing" "a" {
  name = "a"
  dynamic "rule" {
    for_each = local.ps
    content {
      port = rule.value
      proto = rule.key
      dynamic "sub" {
        for_each = [1, 2]
        iterator = it
        content {
          s = "${rule.key}-${it.value}"
        }
      }
    }
  }
  dynamic "disk" {
    for_each = toset([3, 1])
    content {
      gb = disk.value
    }
  }
  dynamic "env" {
    for_each = local.ps
    labels = [env.key]
    content {
      v = env.value
    }
  }
  dynamic "one" {
    for_each = [1]
    content {
      a = "d"
    }
  }
  dynamic "lim" {
    for_each = []
    content {}
  }
}
output "a" {
  value = acme_thing.a.rule[0].port
}
