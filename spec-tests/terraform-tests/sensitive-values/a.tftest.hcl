run "a" {
  assert {
    condition     = var.v == "x"
    error_message = "no"
  }
  assert {
    condition     = output.o == "y"
    error_message = "is ${output.o}"
  }
}
run "b" {
  assert {
    condition     = run.a.o == "x"
    error_message = "no"
  }
  assert {
    condition     = issensitive(run.a.o)
    error_message = "no"
  }
}
