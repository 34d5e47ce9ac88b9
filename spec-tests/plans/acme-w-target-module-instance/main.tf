resource "terraform_data" "r" { input = "r2" }
module "m" {
  for_each = toset(["x", "y"])
  source = "./m"
  v = "${each.key}-${terraform_data.r.output}"
}
output "m" { value = module.m }
output "mx" { value = module.m["x"].out }
