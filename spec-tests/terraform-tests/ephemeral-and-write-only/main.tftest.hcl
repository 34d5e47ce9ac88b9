mock_provider "acme" {}
variables {
  p = "q"
}
run "a" {
  assert {
    condition     = acme_thing.a.wo == null
    error_message = "no"
  }
}
