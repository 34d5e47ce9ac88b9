run "a" {
  assert {
    condition     = var.nope == 2
    error_message = "no"
  }
}
