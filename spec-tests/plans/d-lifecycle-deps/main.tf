resource "terraform_data" "a" {
  depends_on = [terraform_data.b, module.m, data.terraform_remote_state.r]
}
resource "terraform_data" "b" {}
module "m" {
  source = "./m"
}
data "terraform_remote_state" "r" {
  backend = "local"
  config = { path = "o.tfstate" }
  depends_on = [module.m]
}
output "o" {
  value = 1
  depends_on = [module.m, terraform_data.a]
}
