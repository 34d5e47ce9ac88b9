mock_provider "acme" {
  mock_resource "acme_thing" {
    defaults = {
      id     = "mocked"
      labels = ["x"]
      name   = "ignored"
    }
  }
}
run "a" {
  assert {
    condition     = acme_thing.a.id == "mocked"
    error_message = "no"
  }
  assert {
    condition     = output.id == "mocked"
    error_message = "no"
  }
  assert {
    condition     = acme_thing.a.name == "n"
    error_message = "no"
  }
  assert {
    condition     = acme_thing.a.labels == toset(["x"])
    error_message = "no"
  }
  assert {
    condition     = acme_thing.a.size == null
    error_message = "no"
  }
  assert {
    condition     = length(acme_thing.a.arn) == 8
    error_message = "no"
  }
  assert {
    condition     = length(acme_thing.a.zone) == 8
    error_message = "no"
  }
  assert {
    condition     = length(acme_thing.a.token) == 8
    error_message = "no"
  }
  assert {
    condition     = acme_thing.a.tags == null
    error_message = "no"
  }
}
run "b" {
  command = plan
  variables {
    name = "other"
  }
  assert {
    condition     = acme_thing.a.arn == run.a.id || acme_thing.a.id == run.a.id
    error_message = "no"
  }
  assert {
    condition     = acme_thing.a.name == "other"
    error_message = "no"
  }
  assert {
    condition     = output.id == "mocked"
    error_message = "no"
  }
}
