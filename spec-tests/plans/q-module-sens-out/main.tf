module "m" { source = "./m" }
resource "terraform_data" "a" { input = module.m.o }
resource "terraform_data" "b" { input = [module.m.o.k, module.m.p] }
output "x" {
  value = module.m
  sensitive = true
}
