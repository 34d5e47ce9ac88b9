run "a" {
  command = plan
  assert {
    condition     = output.nope == 2
    error_message = "no"
  }
}
run "b" {
  assert {
    condition     = output.o == 1
    error_message = "no"
  }
}
