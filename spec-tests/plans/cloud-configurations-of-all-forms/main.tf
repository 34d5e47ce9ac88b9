terraform {
  required_providers {
    cloud = {
      source  = "hashicorp/cloud"
      version = "~> 0.0"
    }
    util = { source = "corp/util" }
  }
}
variable "region" { default = "r" }
locals { tags = { a = "b" } }
provider "cloud" {
  region     = var.region
  secret_key = "lit"
  default_tags { tags = local.tags }
  endpoints { s3 = "x" }
  endpoints { ec2 = var.region }
}
provider "cloud" {
  alias       = "w"
  region      = "${var.region}-w"
  max_retries = 3
  dynamic "endpoints" {
    for_each = local.tags
    content { s3 = endpoints.value }
  }
}
resource "cloud_network" "n" { cidr = "10" }
resource "cloud_subnet" "s" {
  provider   = cloud.w
  count      = 2
  network_id = cloud_network.n.id
  cidr       = cidrsubnet("10.0.0.0/8", 8, count.index)
  timeouts { create = "1m" }
}
resource "cloud_instance" "i" {
  for_each        = { for i, s in cloud_subnet.s : "k${i}" => s.id }
  subnet_id       = each.value
  security_groups = [cloud_firewall.f.id]
  root_disk { size = 1 }
  disk {
    device = "a"
    tags   = local.tags
  }
  dynamic "nic" {
    for_each = range(2)
    content {
      index  = nic.value
      nic_id = cloud_subnet.s[nic.key].id
    }
  }
  metadata {}
  admin_pw_wo         = ephemeral.cloud_token.t.token
  admin_pw_wo_version = 1
  lifecycle { ignore_changes = [tags["a"], root_disk[0].size] }
}
ephemeral "cloud_token" "t" { scope = cloud_network.n.id }
resource "cloud_firewall" "f" {
  name    = "f"
  ingress = [{ from = 1, to = 2, proto = "t", cidrs = null, self = true }]
  egress {
    from = 1
    to   = var.region == "r" ? 2 : 3
    proto = "x"
  }
}
resource "util_id" "u" {
  bytes   = 4
  keepers = { n = cloud_network.n.id }
}
resource "cloud_bucket" "b" {
  bucket = "b-${util_id.u.hex}"
  rule {
    on = true
    expiration { days = 3 }
    transition { class = "x" }
    transition {
      class = var.region
      days  = 1
    }
  }
  grant {
    type  = "t"
    perms = ["a", util_id.u.id]
  }
  versioning {}
}
resource "cloud_fn" "fn" {
  name       = "f"
  config     = { a = cloud_bucket.b.domain, b = [1] }
  secret_env = { k = util_id.u.dec }
  group_cfg { min = 1 }
  route "aa" { path = "p" }
  dynamic "route" {
    for_each = local.tags
    labels   = [route.key]
    content { path = route.value }
  }
}
data "cloud_policy" "p" {
  statement {
    effect = "e"
    principal {
      type = "t"
      ids  = [cloud_fn.fn.id]
    }
  }
  dynamic "statement" {
    for_each = local.tags
    content { actions = [statement.value] }
  }
}
resource "cloud_db" "d" {
  provider = cloud
  name     = "d"
  settings = { tier = "t", flags = [{ name = "a" }, { name = cloud_fn.fn.id, value = "v" }], backup = { days = 1 } }
  users    = { for k in ["x", "y"] : k => { pw = data.cloud_policy.p.id } }
  depends_on = [cloud_fn.fn]
}
output "r" { value = cloud_fn.fn.result }
output "s" { value = cloud_db.d.settings.flags }
output "bk" { value = cloud_db.d.settings.backup }
output "rep" { value = cloud_db.d.replicas }
output "rule" { value = cloud_bucket.b.rule[0] }
output "fw" { value = cloud_firewall.f }
module "m" {
  source    = "./m"
  providers = { cloud = cloud.w }
  net       = cloud_network.n
  list      = [for s in cloud_subnet.s : s.id]
}
