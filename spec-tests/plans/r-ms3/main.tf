module "m" { source = "./m" }
resource "terraform_data" "a" { input = module.m }
output "x" { value = issensitive(module.m.s) }
