data "cloud_policy" "p" {
  statement {
    effect = "Allow"
    actions = ["b", "a", "bx"]
    principal {
      type = "AWS"
      ids = ["*"]
    }
  }
}
data "cloud_zones" "z" {}
resource "cloud_bucket" "b" {
  bucket = data.cloud_policy.p.statement[0].effect
  versioning {}
  policy = jsonencode(data.cloud_policy.p.statement[0].actions)
}
data "cloud_policy" "dep" {
  version = "2"
  depends_on = [cloud_bucket.b]
}
data "cloud_policy" "unk" {
  version = cloud_bucket.b.domain
  statement {
    actions = [cloud_bucket.b.id]
  }
}
output "dep" { value = data.cloud_policy.dep.version }
output "unk" { value = data.cloud_policy.unk }
output "st" { value = data.cloud_policy.p.statement }
output "z" { value = data.cloud_zones.z }
