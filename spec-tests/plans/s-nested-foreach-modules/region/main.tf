variable "region" {}
variable "zones" { type = map(number) }
module "zone" {
  source = "../zone"
  for_each = var.zones
  name = "${var.region}-${each.key}"
  size = each.value
}
output "ids" { value = { for z, m in module.zone : z => m.id } }
