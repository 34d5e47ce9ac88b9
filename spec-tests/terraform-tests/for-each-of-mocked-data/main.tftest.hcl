mock_provider "acme" {
  mock_data "acme_data" {
    defaults = {
      list = ["a", "b"]
    }
  }
}
run "a" {
  assert {
    condition     = length(acme_plain.p) == 2
    error_message = "no"
  }
  assert {
    condition     = acme_plain.p["b"].v == "b"
    error_message = "no"
  }
}
run "b" {
  override_data {
    target = data.acme_data.d
    values = {
      list = ["c"]
    }
  }
  assert {
    condition     = keys(acme_plain.p) == ["c"]
    error_message = "no"
  }
}
