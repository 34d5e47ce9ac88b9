mock_provider "acme" {
  mock_resource "acme_thing" {
    defaults = {
      id = ["x"]
    }
  }
}
run "p" {
}
