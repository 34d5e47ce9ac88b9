check "c" {
  assert {
    condition     = each.key == ""
    error_message = "No."
  }
}
