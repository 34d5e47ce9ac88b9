variables {
  n = 1
}
run "a" {
  command = plan
  expect_failures = [var.n]
  assert {
    condition     = output.o == 3
    error_message = "no"
  }
}
run "b" {
  command = plan
  expect_failures = [var.n]
  assert {
    condition     = var.n == 1
    error_message = "no"
  }
}
run "c" {
  command = plan
  expect_failures = [var.n]
  assert {
    condition     = output.p == 1
    error_message = "no"
  }
}
