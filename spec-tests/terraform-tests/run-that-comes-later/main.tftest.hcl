run "a" {
  variables {
    a = run.b.o
  }
}
run "b" {
}
