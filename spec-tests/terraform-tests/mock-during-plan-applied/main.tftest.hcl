mock_provider "acme" {
  override_during = plan
  mock_resource "acme_plain" {
    defaults = {
      id = "mocked"
    }
  }
}
run "a" {
  assert {
    condition     = output.id == "mocked"
    error_message = "no"
  }
}
run "b" {
  command = plan
  assert {
    condition     = output.id == "mocked"
    error_message = "no"
  }
}
