run "a" {
}
run "b" {
  variables {
    n = 5
  }
}
run "c" {
}
