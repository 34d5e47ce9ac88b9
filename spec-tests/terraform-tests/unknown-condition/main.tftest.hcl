run "a" {
  command = plan
  assert {
    condition     = output.id == "x"
    error_message = "no"
  }
}
