run "a" {
  module {
    source = "./s"
  }
  assert {
    condition     = output.o == "text"
    error_message = "no"
  }
  assert {
    condition     = output.p == "c"
    error_message = "no"
  }
}
run "b" {
  assert {
    condition     = output.o == "."
    error_message = "no"
  }
}
