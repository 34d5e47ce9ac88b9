module "vpc" {
  source = "./vpc"
  azs = ["a", "b", "c"]
  private = ["10.0.1.0/24", "10.0.2.0/24"]
  public = []
  tags = { Env = "t" }
  depends_on = [cloud_bucket.log]
}
resource "cloud_bucket" "log" {
  versioning {}
}
data "cloud_zones" "z" {
  state = module.vpc.name
}
module "empty" {
  source = "./vpc"
  count = 0
}
output "v" { value = module.vpc }
output "e" { value = module.empty }
output "pid" { value = try(module.vpc.private_ids[0], "") }
output "z" { value = data.cloud_zones.z.state }
