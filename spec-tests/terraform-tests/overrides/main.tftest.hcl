mock_provider "acme" {}
override_resource {
  target = acme_plain.a
  values = {
    id = "all"
  }
}
override_data {
  target = data.acme_data.d
  values = {
    val = "d"
  }
}
run "a" {
  override_resource {
    target = acme_plain.a[1]
    values = {
      id = "one"
    }
  }
  override_resource {
    target = module.m.acme_plain.x
    values = {
      id = "inner"
    }
  }
  assert {
    condition     = acme_plain.a[0].id == "all"
    error_message = "no"
  }
  assert {
    condition     = acme_plain.a[1].id == "one"
    error_message = "no"
  }
  assert {
    condition     = data.acme_data.d.val == "d"
    error_message = "no"
  }
  assert {
    condition     = output.o == "inner"
    error_message = "no"
  }
  assert {
    condition     = module.m.p == "1"
    error_message = "no"
  }
}
