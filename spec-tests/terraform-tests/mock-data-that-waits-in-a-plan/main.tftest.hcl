mock_provider "acme" {}
run "b" {
  command = plan
  assert {
    condition     = data.acme_data.e.val == "v"
    error_message = "no"
  }
}
