module "m" { source = "./m" }
resource "terraform_data" "a" { input = module.m.s }
resource "terraform_data" "b" { input = module.m.id }
resource "terraform_data" "c" { input = module.m.sv }
resource "terraform_data" "d" { input = local.l }
locals { l = "${module.m.s}x" }
