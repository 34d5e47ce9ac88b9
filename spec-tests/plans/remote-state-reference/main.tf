data "terraform_remote_state" "s" {
  backend = "local"
  config = { path = terraform_data.a.input }
}
resource "terraform_data" "a" { input = "s.tfstate" }
output "y" { value = data.terraform_remote_state.s.outputs }
