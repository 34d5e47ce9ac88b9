run "n" {
  command = plan
}
run "m" {
  module { source = "./m" }
  variables { v = run.n.n }
  assert {
    condition     = output.o == null
    error_message = "x"
  }
}
