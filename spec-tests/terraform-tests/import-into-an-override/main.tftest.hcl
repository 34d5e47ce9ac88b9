mock_provider "acme" {}
override_resource {
  target = acme_plain.p
  values = {
    id = "over"
  }
}
run "a" {
  assert {
    condition     = acme_plain.p.id == "over"
    error_message = "no"
  }
}
