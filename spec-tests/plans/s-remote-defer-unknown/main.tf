resource "terraform_data" "b" {}
data "terraform_remote_state" "r" {
  backend = "local"
  config = { path = "${terraform_data.b.id}.tfstate" }
}
resource "terraform_data" "c" { input = data.terraform_remote_state.r.outputs }
output "x" { value = data.terraform_remote_state.r.outputs.a }
