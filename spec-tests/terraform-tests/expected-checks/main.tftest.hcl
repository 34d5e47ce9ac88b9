run "a" {
  command = plan
}
run "b" {
  variables {
    n = 2
  }
  expect_failures = [check.c]
}
run "c" {
  command = plan
  expect_failures = [check.c]
}
