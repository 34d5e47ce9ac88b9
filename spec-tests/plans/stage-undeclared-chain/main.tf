resource "terraform_data" "a" { input = var.none }
resource "terraform_data" "b" { input = [terraform_data.a.zip, local.none] }
output "c" { value = local.l }
locals { l = nofunc(1) }
output "e" { value = nofunc2(1) }
module "m" {
  source = "./m"
  x = local.l
}
