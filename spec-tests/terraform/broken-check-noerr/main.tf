check "c" {
  assert {
    condition     = 1 == 2
  }
}
