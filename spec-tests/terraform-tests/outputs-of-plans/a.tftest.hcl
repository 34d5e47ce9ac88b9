run "n" {
  command = plan
  assert {
    condition     = output.n == null
    error_message = "got"
  }
}
