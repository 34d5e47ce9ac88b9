variable "nul" {
  type    = list(string)
  default = null
}
variable "sec" {
  type      = list(string)
  default   = ["a", "b"]
  sensitive = true
}
resource "acme_plain" "p" {
  v = "x"
}
resource "acme_thing" "empty" {
  name = "empty"
  dynamic "rule" {
    for_each = []
    content {
      port = rule.value
    }
  }
  dynamic "disk" {
    for_each = {}
    content {
      gb = disk.value
    }
  }
  dynamic "env" {
    for_each = toset([])
    labels   = [env.value]
    content {
      v = env.value
    }
  }
  dynamic "one" {
    for_each = false ? [1] : []
    content {
      a = "x"
    }
  }
  dynamic "grp" {
    for_each = {}
    content {
      a = "x"
    }
  }
}
resource "acme_thing" "secret" {
  name = "secret"
  dynamic "rule" {
    for_each = { for i, v in nonsensitive(var.sec) : v => i }
    content {
      port  = rule.value
      proto = rule.key
      key   = var.sec[rule.value]
      dynamic "sub" {
        for_each = range(rule.value)
        iterator = it
        content {
          s = "${rule.key}-${it.value}"
        }
      }
    }
  }
  dynamic "disk" {
    for_each = toset([1, 2])
    content {
      gb  = disk.value
      key = var.sec[0]
    }
  }
}
resource "acme_thing" "unknown_parts" {
  name = "u"
  dynamic "rule" {
    for_each = [acme_plain.p.id, "b"]
    content {
      port  = rule.key
      proto = rule.value
    }
  }
  dynamic "disk" {
    for_each = [acme_plain.p.id, "b"]
    content {
      gb  = disk.key
      key = disk.value
    }
  }
  dynamic "env" {
    for_each = { k = acme_plain.p.id }
    labels   = [env.key]
    content {
      v = env.value
    }
  }
  dynamic "lim" {
    for_each = [1]
    content {
      x = acme_plain.p.id
    }
  }
}
output "e" {
  value = acme_thing.empty
  sensitive = true
}
output "r" {
  value = acme_thing.unknown_parts.rule[*].proto
}
output "rk" {
  value = acme_thing.secret.rule[*].port
}
output "d" {
  value = acme_thing.unknown_parts.disk
  sensitive = true
}
output "env" {
  value = acme_thing.unknown_parts.env["k"].v
}
