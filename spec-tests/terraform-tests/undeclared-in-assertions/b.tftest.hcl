run "a" {
  assert {
    condition     = terraform_data.nope.id == 1
    error_message = "no"
  }
}
