resource "terraform_data" "r" { input = "r2" }
module "m" {
  count = 2
  source = "./m"
  v = terraform_data.r.output
}
output "mx" { value = module.m[0].out }
