variable "e" {
  ephemeral = true
  default = "v"
}
locals { l = var.e }
resource "terraform_data" "d" { input = local.l }
output "o" { value = local.l }
module "m" {
  source = "./m"
  v = var.e
}
