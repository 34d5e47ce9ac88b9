mock_provider "acme" {}
run "a" {
  providers = {
    acme = acme.nope
  }
}
