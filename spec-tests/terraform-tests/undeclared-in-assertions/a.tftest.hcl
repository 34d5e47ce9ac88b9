run "a" {
  assert {
    condition     = local.nope == 1
    error_message = "no"
  }
}
