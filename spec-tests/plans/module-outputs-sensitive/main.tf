module "a" {
  source = "./a"
}
output "t" { value = module.a.w }
output "u" { value = module.a }
output "x" { value = "${module.a.x}" }
resource "terraform_data" "d" { input = module.a.x }
