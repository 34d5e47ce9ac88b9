data "terraform_remote_state" "r" {
  backend = "local"
  config = { path = "s.tfstate" }
  defaults = { z = 1, a = "def" }
}
resource "terraform_data" "a" { input = data.terraform_remote_state.r.outputs.l[1] }
output "o" { value = data.terraform_remote_state.r.outputs }
output "z" { value = data.terraform_remote_state.r.outputs.z }
