run "a" {
  assert {
    condition     = tobool("true")
    error_message = "no"
  }
  assert {
    condition     = "true"
    error_message = "no"
  }
}
