mock_provider "acme" {
  mock_data "acme_data" {
    defaults = {
      val  = "v"
      list = ["a", 1]
      name = "ignored"
    }
  }
}
run "p" {
  command = plan
  assert {
    condition     = output.v == "v"
    error_message = "no"
  }
  assert {
    condition     = data.acme_data.d.list == tolist(["a", "1"])
    error_message = "no"
  }
  assert {
    condition     = data.acme_data.d.name == "x"
    error_message = "no"
  }
  assert {
    condition     = length(data.acme_data.d.id) == 8
    error_message = "no"
  }
}
run "a" {
  assert {
    condition     = output.v == "v"
    error_message = "no"
  }
}
