data "terraform_remote_state" "s" {
  backend = "local"
  config = { path = "none.tfstate" }
}
output "x" { value = data.terraform_remote_state.s.outputs.y }
