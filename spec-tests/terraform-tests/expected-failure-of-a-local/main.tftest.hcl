run "a" {
  expect_failures = [local.o]
}
