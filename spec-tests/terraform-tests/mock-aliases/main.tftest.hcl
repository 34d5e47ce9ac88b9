mock_provider "acme" {
  mock_resource "acme_plain" {
    defaults = {
      id = "one"
    }
  }
}
mock_provider "acme" {
  alias = "west"
  mock_resource "acme_plain" {
    defaults = {
      id = "two"
    }
  }
}
run "a" {
  assert {
    condition     = acme_plain.a.id == "one"
    error_message = "no"
  }
  assert {
    condition     = acme_plain.b.id == "two"
    error_message = "no"
  }
}
run "b" {
  providers = {
    acme      = acme.west
    acme.west = acme
  }
  state_key = "b"
  assert {
    condition     = acme_plain.a.id == "two"
    error_message = "no"
  }
  assert {
    condition     = acme_plain.b.id == "one"
    error_message = "no"
  }
}
