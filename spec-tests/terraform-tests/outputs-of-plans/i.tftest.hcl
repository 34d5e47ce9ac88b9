run "n" {
  command = plan
}
run "m" {
  module { source = "./m" }
  variables { v = [run.n.nn, run.n.ids, run.n.whole.input] }
  assert {
    condition     = output.o[0].b == null && output.o[1][0] == null
    error_message = "x"
  }
}
