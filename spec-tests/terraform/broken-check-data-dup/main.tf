data "terraform_remote_state" "b" {
  backend = "local"
}
check "a" {
  data "terraform_remote_state" "b" {
    backend = "local"
  }
  assert {
    condition     = data.terraform_remote_state.b.outputs != null
    error_message = "a"
  }
}
