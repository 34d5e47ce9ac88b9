resource "terraform_data" "a" {}
module "m" {
  source = "./m"
  depends_on = [terraform_data.a]
}
output "o" { value = module.m.o }
