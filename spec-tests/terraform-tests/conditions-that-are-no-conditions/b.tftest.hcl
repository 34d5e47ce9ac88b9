run "a" {
  assert {
    condition     = var.n
    error_message = "no"
  }
}
