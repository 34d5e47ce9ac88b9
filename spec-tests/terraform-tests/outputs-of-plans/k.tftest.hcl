run "n" {
  command = plan
}
run "m" {
  module { source = "./m" }
  variables { v = run.n.w }
}
