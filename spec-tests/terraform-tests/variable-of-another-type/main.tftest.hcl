variables {
  a = "x"
}
run "a" {
  command = plan
}
