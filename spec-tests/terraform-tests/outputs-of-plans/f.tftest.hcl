run "w" {
  command = plan
  assert {
    condition     = output.w == null
    error_message = "got"
  }
}
