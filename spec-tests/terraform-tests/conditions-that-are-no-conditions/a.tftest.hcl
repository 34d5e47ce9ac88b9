run "a" {
  assert {
    condition     = var.v
    error_message = "no"
  }
}
