check "c" {
  assert {
    condition     = self.id == 1
    error_message = "No."
  }
}
