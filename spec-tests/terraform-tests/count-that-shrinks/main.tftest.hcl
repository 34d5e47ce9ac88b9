run "a" {
  assert {
    condition     = length(output.ids) == 2
    error_message = "no"
  }
}
run "b" {
  variables {
    n = 1
  }
  assert {
    condition     = output.ids[0] == run.a.ids[0]
    error_message = "no"
  }
}
run "c" {
  assert {
    condition     = output.ids[0] == run.a.ids[0]
    error_message = "no"
  }
  assert {
    condition     = output.ids[1] != run.a.ids[1]
    error_message = "no"
  }
}
