data "terraform_remote_state" "s" {
  backend = "local"
  config = { path = "other.tfstate" }
}
output "a" {
  value = data.terraform_remote_state.s.outputs.x
}
output "b" {
  value = data.terraform_remote_state.s.outputs
}
