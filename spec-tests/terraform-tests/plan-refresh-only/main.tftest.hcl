run "a" {
}
run "b" {
  command = plan
  variables {
    n = 2
  }
  plan_options {
    mode = refresh-only
  }
  assert {
    condition     = terraform_data.a.input == 1
    error_message = "no"
  }
}
