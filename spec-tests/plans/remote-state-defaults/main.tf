data "terraform_remote_state" "s" {
  backend = "local"
  config = { path = "other.tfstate" }
  defaults = { z = 9 }
}
output "a" {
  value = data.terraform_remote_state.s.outputs.z
}
output "b" {
  value = data.terraform_remote_state.s
}
