override_resource {
  target = terraform_data.a
  values = {
    id = "x"
    output = 7
  }
}
run "a" {
  assert {
    condition     = terraform_data.a.id == "x"
    error_message = "no"
  }
  assert {
    condition     = terraform_data.a.output == 7
    error_message = "no"
  }
}
run "b" {
  variables {
    n = 2
  }
  assert {
    condition     = terraform_data.a.output == 7
    error_message = "no"
  }
  assert {
    condition     = terraform_data.a.input == 2
    error_message = "no"
  }
}
