data "terraform_remote_state" "s" {
  backend = "local"
  config = { path = "${path.module}/s.tfstate" }
  defaults = { z = "dz" }
}
output "x" { value = data.terraform_remote_state.s.outputs.y }
output "z" { value = data.terraform_remote_state.s.outputs.z }
resource "terraform_data" "q" {
  for_each = data.terraform_remote_state.s.outputs.m
  input = each.value
}
