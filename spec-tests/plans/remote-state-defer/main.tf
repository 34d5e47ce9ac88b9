resource "terraform_data" "u" {
  input = "x"
}
data "terraform_remote_state" "s" {
  backend = "local"
  config = { path = "other.tfstate" }
  depends_on = [terraform_data.u]
}
data "terraform_remote_state" "t" {
  backend = "local"
  config = { path = terraform_data.u.id }
}
output "a" {
  value = data.terraform_remote_state.s.outputs
}
output "b" {
  value = data.terraform_remote_state.s.backend
}
output "c" {
  value = data.terraform_remote_state.t
}
