run "a" {
  command = plan
  assert {
    condition     = output.o == 2
    error_message = "is ${output.o}"
  }
}
run "b" {
  assert {
    condition     = output.o == 1
    error_message = "no"
  }
  assert {
    condition     = output.o > 1
    error_message = "no"
  }
  assert {
    condition     = output.o > 2
    error_message = "no"
  }
}
run "c" {
  assert {
    condition     = output.o == 1
    error_message = "no"
  }
}
