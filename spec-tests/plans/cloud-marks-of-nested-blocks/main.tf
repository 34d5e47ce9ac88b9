variable "s" {
  default   = ["x", "y"]
  sensitive = true
}
resource "cloud_bucket" "nested" {
  bucket = "nested"
  dynamic "rule" {
    for_each = var.s
    content {
      on = true
      expiration {
        days = 1
      }
      transition {
        class = "a"
        days  = 2
      }
      dynamic "transition" {
        for_each = ["b", "c"]
        content {
          class = transition.value
        }
      }
    }
  }
  versioning {
  }
}
output "days" {
  value = cloud_bucket.nested.rule[0].expiration[0].days
}
output "seen" {
  value = [
    issensitive(cloud_bucket.nested.rule[0]), issensitive(cloud_bucket.nested.rule[0].on),
    issensitive(cloud_bucket.nested.rule[0].expiration), issensitive(cloud_bucket.nested.rule[0].expiration[0].days),
    issensitive(cloud_bucket.nested.rule[0].transition),
  ]
}
