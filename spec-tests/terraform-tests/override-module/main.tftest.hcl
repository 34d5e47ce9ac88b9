mock_provider "acme" {}
run "a" {
  command = plan
  override_module {
    target = module.m
    outputs = {
      o = "over"
    }
  }
  assert {
    condition     = output.o == "over"
    error_message = "no"
  }
  assert {
    condition     = module.m.p == null
    error_message = "no"
  }
}
run "b" {
  override_module {
    target = module.m
  }
  assert {
    condition     = output.o == null
    error_message = "no"
  }
}
