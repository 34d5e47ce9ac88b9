run "a" {
  command = plan
  variables {
    n = 2
  }
  expect_failures = [terraform_data.a[1]]
}
run "b" {
  command = plan
  variables {
    n = 3
  }
  expect_failures = [terraform_data.a]
}
run "c" {
  command = plan
  variables {
    n = 9
  }
  expect_failures = [terraform_data.a, output.o]
}
run "d" {
  command = plan
  variables {
    n = 3
  }
  expect_failures = [terraform_data.a[1]]
}
