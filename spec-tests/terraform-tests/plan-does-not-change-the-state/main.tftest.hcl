run "one" {
  variables {
    n = 1
  }
}
run "two" {
  command = plan
  variables {
    n = 2
  }
  assert {
    condition     = terraform_data.a.input == 2
    error_message = "no"
  }
}
run "three" {
  command = plan
  variables {
    n = 1
  }
  assert {
    condition     = terraform_data.a.output == 1
    error_message = "no"
  }
}
