module "m" {
  source = "./m"
  count = 1
}
resource "terraform_data" "a" { input = module.m[0].s }
output "x" { value = issensitive(module.m[0].s) }
