run "one" {
  variables {
    n = 1
  }
  assert {
    condition     = output.o == 1
    error_message = "no"
  }
}
run "two" {
  variables {
    n = 2
  }
  assert {
    condition     = output.o == 2
    error_message = "no"
  }
  assert {
    condition     = output.id == run.one.id
    error_message = "no"
  }
}
run "three" {
  variables {
    n = 3
  }
  assert {
    condition     = output.id != run.two.id
    error_message = "no"
  }
}
run "four" {
  command = plan
  variables {
    n = 3
  }
  assert {
    condition     = output.id == run.three.id
    error_message = "no"
  }
}
