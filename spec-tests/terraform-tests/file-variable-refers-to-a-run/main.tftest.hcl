variables {
  v = run.a.o
}
run "a" {
}
