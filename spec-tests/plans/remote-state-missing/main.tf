data "terraform_remote_state" "s" {
  backend = "local"
  config = { path = "no.tfstate" }
}
output "a" {
  value = data.terraform_remote_state.s.outputs
}
