run "a" {
  assert {
    condition     = upper(var.n) == 1
    error_message = "no"
  }
}
