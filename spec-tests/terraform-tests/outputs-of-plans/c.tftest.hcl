run "ids" {
  command = plan
  assert {
    condition     = output.ids[0] == null && length(output.ids) == 2
    error_message = "got"
  }
}
