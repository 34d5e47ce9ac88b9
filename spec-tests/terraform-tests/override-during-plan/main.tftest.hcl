override_resource {
  target          = terraform_data.a
  override_during = plan
  values = {
    id = "x"
  }
}
run "a" {
  command = plan
  assert {
    condition     = terraform_data.a.id == "x"
    error_message = "no"
  }
}
run "b" {
  assert {
    condition     = terraform_data.a.id == "x"
    error_message = "no"
  }
  assert {
    condition     = terraform_data.a.output == null
    error_message = "no"
  }
}
