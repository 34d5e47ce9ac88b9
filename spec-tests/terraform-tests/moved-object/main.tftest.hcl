run "a" {
  module {
    source = "./old"
  }
  state_key = "s"
}
run "b" {
  state_key = "s"
  assert {
    condition     = output.id == run.a.id
    error_message = "no"
  }
}
