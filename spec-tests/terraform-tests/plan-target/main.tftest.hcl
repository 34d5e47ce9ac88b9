run "a" {
  plan_options {
    target = [terraform_data.a]
  }
  assert {
    condition     = terraform_data.a.output == 1
    error_message = "no"
  }
}
