mock_provider "acme" {
  mock_resource "acme_plain" {
    override_during = plan
    defaults = {
      id = "mocked"
    }
  }
}
run "p" {
  command = plan
  assert {
    condition     = acme_plain.p.id == "mocked"
    error_message = "no"
  }
}
run "q" {
  command = plan
  assert {
    condition     = acme_thing.a.id != ""
    error_message = "no"
  }
}
