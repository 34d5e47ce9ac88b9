check "a" {
  data "terraform_remote_state" "b" {
    backend = "local"
    count   = 1
  }
  assert {
    condition     = data.terraform_remote_state.b.outputs != null
    error_message = "a"
  }
}
