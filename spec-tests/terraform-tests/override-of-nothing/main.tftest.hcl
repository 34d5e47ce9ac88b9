override_resource {
  target = terraform_data.nope
}
run "a" {
  assert {
    condition     = output.o == 1
    error_message = "no"
  }
}
