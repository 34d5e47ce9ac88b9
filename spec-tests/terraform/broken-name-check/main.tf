check "a b" {
  assert {
    condition     = path.module != ""
    error_message = "a"
  }
}
