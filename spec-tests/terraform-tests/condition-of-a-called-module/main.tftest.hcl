run "a" {
  command = plan
  assert {
    condition     = module.m.n == 1
    error_message = "no"
  }
}
run "b" {
  command = plan
  variables {
    n = 2
  }
  expect_failures = [check.c]
}
