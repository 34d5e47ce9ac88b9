module "m" {
  source = "./m"
  for_each = toset(["x", "y"])
  v = each.key
}
module "n" {
  source = "./m"
  v = module.m["x"].o
}
resource "terraform_data" "r" { input = "r" }
output "m" { value = { for k, m in module.m : k => m.o } }
output "n" { value = module.n.o }
output "r" { value = terraform_data.r.input }
