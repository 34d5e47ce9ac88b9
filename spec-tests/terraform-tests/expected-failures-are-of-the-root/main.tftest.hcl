run "a" {
  command = plan
  expect_failures = [var.v]
}
