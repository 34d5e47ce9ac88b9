variable "sec" {
  default   = "a"
  sensitive = true
}
resource "acme_thing" "a" {
  name = "a"
  dynamic "rule" {
    for_each = null
    content {
      port = 1
    }
  }
}
resource "acme_thing" "b" {
  name = "a"
  dynamic "rule" {
    for_each = "str"
    content {
      port = 1
    }
  }
}
resource "acme_thing" "c" {
  name = "a"
  dynamic "env" {
    for_each = ["a"]
    labels = [var.sec]
    content {
      v = "1"
    }
  }
}
resource "acme_thing" "d" {
  name = "a"
  dynamic "env" {
    for_each = ["a"]
    content {
      v = "1"
    }
  }
}
resource "acme_thing" "e" {
  name = "a"
  dynamic "env" {
    for_each = ["a", "b"]
    labels = ["same"]
    content {
      v = "1"
    }
  }
}
resource "acme_thing" "f" {
  name = "a"
  dynamic "lim" {
    for_each = [1, 2]
    content {
      x = "1"
    }
  }
}
resource "acme_thing" "g" {
  name = "a"
  dynamic "nope" {
    for_each = [1, 2]
    content {
      x = "1"
    }
  }
}
resource "acme_thing" "h" {
  name = "a"
  dynamic "one" {
    for_each = [1, 2]
    content {
      a = "1"
    }
  }
}
