run "a" {
}
run "b" {
  module {
    source = "./setup"
  }
  assert {
    condition     = output.id != run.a.id
    error_message = "no"
  }
}
run "c" {
  module {
    source = "./setup"
  }
  assert {
    condition     = output.id == run.b.id
    error_message = "no"
  }
}
run "d" {
  state_key = "other"
  assert {
    condition     = output.id != run.a.id
    error_message = "no"
  }
}
run "e" {
  state_key = "other"
  module {
    source = "./setup"
  }
  assert {
    condition     = output.id == run.d.id
    error_message = "no"
  }
}
