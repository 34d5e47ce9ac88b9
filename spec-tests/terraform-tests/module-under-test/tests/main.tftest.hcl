run "setup" {
  module {
    source = "./setup"
  }
  assert {
    condition     = output.id == "s"
    error_message = "no"
  }
  assert {
    condition     = terraform_data.x.output == "s"
    error_message = "no"
  }
}
run "main" {
  variables {
    id = run.setup.id
  }
  assert {
    condition     = output.o == "main-s"
    error_message = "no"
  }
}
run "again" {
  variables {
    p = "t"
  }
  module {
    source = "./setup"
  }
  assert {
    condition     = output.id == "t"
    error_message = "no"
  }
}
