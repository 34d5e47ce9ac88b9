variable "rules" {
  type = list(object({
    id = optional(string)
    prefix = optional(string, "logs/")
    days = optional(number)
    classes = optional(map(number), {})
  }))
  default = [{ id = "one", days = 30 }, { prefix = "tmp/", classes = { cold = 10, frozen = 90 } }, {}]
}
resource "cloud_bucket" "b" {
  bucket = "my-bucket"
  dynamic "rule" {
    for_each = var.rules
    content {
      id = rule.value.id
      prefix = rule.value.prefix
      on = true
      dynamic "expiration" {
        for_each = rule.value.days[*]
        content { days = expiration.value }
      }
      dynamic "transition" {
        for_each = rule.value.classes
        iterator = t
        content {
          class = upper(t.key)
          days = t.value
        }
      }
    }
  }
  versioning { enabled = length(var.rules) > 3 }
  dynamic "grant" {
    for_each = toset(["b", "a"])
    content {
      type = "g-${grant.key}"
      perms = [grant.value, "READ"]
    }
  }
}
output "rules" { value = cloud_bucket.b.rule }
output "grants" { value = cloud_bucket.b.grant }
output "count" { value = length(cloud_bucket.b.rule[1].transition) }
output "ids" { value = cloud_bucket.b.rule[*].id }
