resource "terraform_data" "a" {
  input = "x"
}
check "k" {
  data "terraform_remote_state" "r" {
    backend = "local"
    config = { path = "other.tfstate" }
  }
  assert {
    condition = data.terraform_remote_state.r.outputs.v == 1
    error_message = "v"
  }
  assert {
    condition = data.terraform_remote_state.r.outputs.v == 2
    error_message = "v2"
  }
}
