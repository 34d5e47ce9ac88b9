check "x" {
  assert {
    condition = path.module != ""
    error_message = "x"
  }
}
