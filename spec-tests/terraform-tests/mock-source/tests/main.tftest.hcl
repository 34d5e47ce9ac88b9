mock_provider "acme" {
  source = "./mocks"
  mock_data "acme_data" {
    defaults = {
      val = "own"
    }
  }
}
run "a" {
  assert {
    condition     = acme_thing.a.id == "from file"
    error_message = "no"
  }
  assert {
    condition     = data.acme_data.d.val == "own"
    error_message = "no"
  }
}
