run "pfx" {
  command = plan
  assert {
    condition     = startswith(output.pfx, "a-")
    error_message = "got"
  }
}
