variable "sec" {
  type      = list(string)
  default   = ["a"]
  sensitive = true
}
variable "secm" {
  type = map(string)
  default = { a = "b" }
  sensitive = true
}
resource "acme_thing" "a" {
  name = "a"
  dynamic "rule" {
    for_each = var.sec
    content {
      port = 1
      proto = rule.value
    }
  }
}
resource "acme_thing" "b" {
  name = "b"
  dynamic "disk" {
    for_each = var.secm
    content {
      gb = 1
      key = disk.key
    }
  }
  dynamic "one" {
    for_each = [var.sec[0]]
    content {
      a = one.value
    }
  }
}
resource "acme_thing" "c" {
  name = "c"
  dynamic "env" {
    for_each = ["x"]
    labels = [nonsensitive(var.sec[0])]
    content {
      v = var.sec[0]
    }
  }
}
output "a" {
  value = acme_thing.a.rule
  sensitive = true
}
