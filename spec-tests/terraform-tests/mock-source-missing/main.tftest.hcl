mock_provider "acme" {
  source = "./nope"
}
run "a" {
}
