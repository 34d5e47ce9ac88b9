run "b" {
  assert {
    condition     = output.o == 1
    error_message = "no"
  }
}
