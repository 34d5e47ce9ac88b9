run "a" {
  command = plan
  assert {
    condition     = output.o == 2
    error_message = "no"
  }
  assert {
    condition     = var.n == 1
    error_message = "no"
  }
  assert {
    condition     = local.l == "x-1"
    error_message = "no"
  }
}
run "b" {
  command = plan
  variables {
    n = 5
  }
  assert {
    condition     = output.o == 6
    error_message = "no"
  }
}
