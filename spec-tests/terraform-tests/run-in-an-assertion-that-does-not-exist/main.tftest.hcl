run "a" {
  assert {
    condition     = run.nope.o == 1
    error_message = "no"
  }
}
