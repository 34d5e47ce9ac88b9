terraform {
  required_providers {
    cloud = { source = "hashicorp/cloud" }
  }
}
provider "cloud" { region = "eu" }
provider "cloud" {
  alias = "west"
  region = "us"
}
module "a" {
  source = "./a"
  for_each = toset(["x", "y"])
  name = each.key
  providers = {
    cloud.primary = cloud
    cloud.backup = cloud.west
  }
}
output "all" { value = { for k, m in module.a : k => m.ids } }
output "deep" { value = module.a["x"].deep }
