run "a" {
  command = plan
}
run "b" {
  variables {
    v = run.a.id
  }
}
