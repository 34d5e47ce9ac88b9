run "a" {
  assert {
    condition     = module.nope.id == 1
    error_message = "no"
  }
}
