variable "s" {
  default   = ["x", "y"]
  sensitive = true
}
resource "cloud_instance" "empty" {
  dynamic "metadata" {
    for_each = slice(var.s, 0, 1)
    content {
    }
  }
  dynamic "timeouts" {
    for_each = slice(var.s, 0, 1)
    content {
    }
  }
}
resource "cloud_instance" "set" {
  dynamic "disk" {
    for_each = var.s
    content {
      device = disk.value
    }
  }
  dynamic "nic" {
    for_each = var.s
    content {
      index  = 1
      nic_id = nic.value
    }
  }
}
resource "cloud_bucket" "list" {
  bucket = "list"
  dynamic "rule" {
    for_each = var.s
    content {
      on = true
    }
  }
  versioning {
  }
}
resource "cloud_bucket" "nested" {
  rule {
    on = true
    dynamic "expiration" {
      for_each = slice(var.s, 0, 1)
      content {
      }
    }
  }
  versioning {
  }
}
resource "cloud_bucket" "unknown" {
  dynamic "cors" {
    for_each = sensitive([cloud_bucket.list.id, "a"])
    content {
      methods = [cors.value]
      origins = []
    }
  }
  versioning {
  }
}
resource "cloud_bucket" "many" {
  dynamic "cors" {
    for_each = sensitive(toset([cloud_bucket.list.id, "a"]))
    content {
      methods = ["a"]
      origins = []
    }
  }
  versioning {
  }
}
resource "cloud_fn" "group" {
  name = "group"
  dynamic "group_cfg" {
    for_each = slice(var.s, 0, 1)
    content {
    }
  }
}
output "seen" {
  value = [
    issensitive(cloud_bucket.list.rule), issensitive(cloud_bucket.list.rule[0]),
    issensitive(cloud_instance.set.disk), issensitive(cloud_instance.empty.metadata[0]),
  ]
}
