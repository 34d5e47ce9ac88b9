run "n" {
  command = plan
  assert {
    condition     = output.s[0] == "x" && output.s[1] == null
    error_message = "x"
  }
}
