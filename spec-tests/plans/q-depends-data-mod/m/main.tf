data "terraform_remote_state" "r" {
  backend = "local"
  config = { path = "${path.root}/s.tfstate" }
}
output "o" { value = data.terraform_remote_state.r.outputs.a }
