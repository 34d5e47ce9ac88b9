run "whole" {
  command = plan
  assert {
    condition     = output.whole.id == null && output.whole.input == "real"
    error_message = "got"
  }
}
