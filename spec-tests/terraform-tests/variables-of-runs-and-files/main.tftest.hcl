variables {
  extra = "e"
}
run "first" {
  variables {
    a = 4
  }
  assert {
    condition     = var.extra == "e"
    error_message = "no"
  }
}
run "second" {
  command = plan
  variables {
    a = run.first.o + 1
  }
  assert {
    condition     = output.o == 5
    error_message = "no"
  }
  assert {
    condition     = run.first.o == 4
    error_message = "no"
  }
}
run "third" {
  variables {
    a       = 1
    unknown = 2
  }
  assert {
    condition     = var.unknown == 2
    error_message = "no"
  }
}
run "fourth" {
  variables {
    unused = 2
  }
}
