data "terraform_remote_state" "r" {
  backend = "local"
  config = { path = "s.tfstate" }
}
output "o" { value = data.terraform_remote_state.r.outputs.a }
