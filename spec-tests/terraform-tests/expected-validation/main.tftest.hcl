run "a" {
  command = plan
  variables {
    n = 7
  }
  expect_failures = [var.n]
}
run "b" {
  command = plan
  variables {
    n = 2
  }
  expect_failures = [var.n]
}
