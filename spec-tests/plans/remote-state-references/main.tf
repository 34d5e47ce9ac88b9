variable "a" { default = 1 }
data "terraform_remote_state" "s" {
  backend = "local"
  config = { path = "s.tfstate" }
  count = length(terraform_data.a)
}
resource "terraform_data" "a" {
  count = 1
}
data "terraform_remote_state" "t" {
  backend = "local"
  config = { path = module.m.p }
}
data "terraform_remote_state" "u" {
  backend = "local"
  config = { path = local.p }
}
locals { p = terraform_data.b.input }
resource "terraform_data" "b" { input = "s.tfstate" }
module "m" { source = "./m" }
output "s" { value = data.terraform_remote_state.s[0].outputs }
output "t" { value = data.terraform_remote_state.t.outputs }
output "u" { value = data.terraform_remote_state.u.outputs }
