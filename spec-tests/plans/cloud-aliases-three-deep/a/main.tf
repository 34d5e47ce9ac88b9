terraform {
  required_providers {
    cloud = {
      source = "hashicorp/cloud"
      configuration_aliases = [cloud.primary, cloud.backup]
    }
  }
}
variable "name" {}
resource "cloud_network" "p" {
  provider = cloud.primary
  cidr = "10.0.0.0/8"
  tags = { n = var.name }
}
module "b" {
  source = "./b"
  count = 2
  providers = { cloud = cloud.backup }
  net = cloud_network.p.id
  name = "${var.name}-${count.index}"
}
output "ids" { value = module.b[*].id }
output "deep" { value = module.b[1].inner["k"].name }
