run "a" {
  variables {
    n = 7
  }
  expect_failures = [var.n]
}
