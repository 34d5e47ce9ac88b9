run "a" {
  command = plan
  expect_failures = [output.nope]
}
