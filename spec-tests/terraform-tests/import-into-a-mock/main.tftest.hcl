mock_provider "acme" {}
run "a" {
  assert {
    condition     = acme_plain.p.id == "x"
    error_message = "no"
  }
}
