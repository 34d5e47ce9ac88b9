run "a" {
  command = plan
  assert {
    condition     = terraform_data.a.id != null
    error_message = "no"
  }
  assert {
    condition     = terraform_data.a.input == 1
    error_message = "no"
  }
}
run "b" {
  assert {
    condition     = terraform_data.a.output == 1
    error_message = "no"
  }
  assert {
    condition     = length(terraform_data.a.id) == 36
    error_message = "no"
  }
}
