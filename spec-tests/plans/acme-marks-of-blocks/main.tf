variable "s" {
  default   = ["x", "y"]
  sensitive = true
}
data "acme_data" "read" {
  name = "read"
  dynamic "filter" {
    for_each = var.s
    content {
      n = "a"
    }
  }
}
data "acme_data" "later" {
  name = acme_thing.list.id
  dynamic "filter" {
    for_each = var.s
    content {
      n = acme_thing.list.id
    }
  }
}
resource "acme_thing" "list" {
  name = "list"
  dynamic "rule" {
    for_each = var.s
    content {
      port = 1
    }
  }
  dynamic "dyn" {
    for_each = var.s
    content {
    }
  }
}
resource "acme_thing" "nested" {
  name = "nested"
  rule {
    port = 1
    dynamic "sub" {
      for_each = var.s
      content {
      }
    }
  }
  dynamic "one" {
    for_each = slice(var.s, 0, 1)
    content {
      a = "a"
    }
  }
}
output "seen" {
  value = [
    issensitive(data.acme_data.read.filter), issensitive(data.acme_data.read.filter[0]),
    issensitive(acme_thing.list.rule), issensitive(acme_thing.list.rule[0]),
  ]
}
