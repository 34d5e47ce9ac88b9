module "a" {
  source = "./a"
}
output "x" { value = "${module.a.x}" }
resource "terraform_data" "d" { input = module.a.x }
resource "terraform_data" "e" { input = module.a }
