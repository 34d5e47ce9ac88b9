run "a" {
  command = plan
  assert {
    condition     = data.acme_data.d.name == "x"
    error_message = "no"
  }
  assert {
    condition     = output.v != "q"
    error_message = "no"
  }
}
