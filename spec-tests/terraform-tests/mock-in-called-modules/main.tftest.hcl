mock_provider "acme" {
  mock_resource "acme_plain" {
    defaults = {
      id = "one"
    }
  }
}
run "a" {
  assert {
    condition     = output.ids == ["one", "one"]
    error_message = "no"
  }
  assert {
    condition     = module.m[1].id == "one"
    error_message = "no"
  }
}
