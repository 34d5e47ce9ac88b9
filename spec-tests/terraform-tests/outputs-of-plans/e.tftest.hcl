run "set" {
  command = plan
  assert {
    condition     = length(output.set) == 1
    error_message = "got ${length(output.set)}"
  }
}
