check "a" {
  data "terraform_remote_state" "b" {
    backend = "local"
  }
  data "terraform_remote_state" "c" {
    backend = "local"
  }
  assert {
    condition     = data.terraform_remote_state.b.outputs != null
    error_message = "a"
  }
}
