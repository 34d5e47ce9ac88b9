run "a" {
  assert {
    condition     = data.terraform_remote_state.nope.id == 1
    error_message = "no"
  }
}
