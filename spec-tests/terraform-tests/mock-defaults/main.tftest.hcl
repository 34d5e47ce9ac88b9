mock_provider "acme" {
  mock_resource "acme_thing" {
    defaults = {
      id     = "mocked"
      labels = ["x"]
      name   = "ignored"
    }
  }
}
run "p" {
  command = plan
  assert {
    condition     = acme_thing.a.id == "mocked"
    error_message = "no"
  }
}
