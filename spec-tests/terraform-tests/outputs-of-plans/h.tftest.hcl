run "n" {
  assert {
    condition     = output.n == null
    error_message = "got"
  }
}
