mock_provider "acme" {
  mock_data "acme_data" {
    defaults = {
      val = "v"
    }
  }
}
run "a" {
  assert {
    condition     = data.acme_data.d.val == "v"
    error_message = "no"
  }
  assert {
    condition     = data.acme_data.d.name == acme_plain.p.id
    error_message = "no"
  }
  assert {
    condition     = data.acme_data.e.val == "v"
    error_message = "no"
  }
}
run "b" {
  command = plan
  assert {
    condition     = data.acme_data.e.val == "v"
    error_message = "no"
  }
}
