run "a" {
  variables {
    a = run.nope.o
  }
}
