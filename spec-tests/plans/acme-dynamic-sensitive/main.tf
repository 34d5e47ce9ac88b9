variable "s" {
  default = ["1", "2"]
  sensitive = true
}
resource "acme_thing" "a" {
  name = "a"
  dynamic "rule" {
    for_each = var.s
    content {
      port = rule.value
    }
  }
  dynamic "disk" {
    for_each = toset(var.s)
    content {
      gb = disk.value
    }
  }
}
