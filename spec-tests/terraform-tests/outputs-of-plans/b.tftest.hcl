run "nn" {
  command = plan
  assert {
    condition     = output.nn.b == null
    error_message = "got"
  }
}
