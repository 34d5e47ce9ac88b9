run "a" {
  expect_failures = [terraform_data.a]
}
