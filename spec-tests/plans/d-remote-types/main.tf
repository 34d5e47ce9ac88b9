data "terraform_remote_state" "r" {
  backend = "local"
  config = { path = "other.tfstate" }
}
resource "terraform_data" "z" {
  count = data.terraform_remote_state.r.outputs.n
  input = data.terraform_remote_state.r.outputs.m["k"]
}
