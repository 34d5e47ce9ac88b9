mock_provider "acme" {
  override_during = plan
  mock_resource "acme_thing" {
    defaults = {
      id = "mocked"
    }
  }
}
run "p" {
  command = plan
  assert {
    condition     = acme_thing.a.id == "mocked"
    error_message = "no"
  }
  assert {
    condition     = length(acme_thing.a.arn) == 8
    error_message = "no"
  }
}
