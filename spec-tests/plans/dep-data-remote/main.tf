resource "terraform_data" "a" {}
data "terraform_remote_state" "r" {
  backend = "local"
  config = { path = "${path.module}/s.tfstate" }
  depends_on = [terraform_data.a]
}
output "o" { value = data.terraform_remote_state.r.outputs }
