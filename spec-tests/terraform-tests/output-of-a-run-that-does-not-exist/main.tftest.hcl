run "a" {
}
run "b" {
  assert {
    condition     = run.a.nope == 1
    error_message = "no"
  }
}
