run "b" {
  command = plan
  variables {
    n = 2
  }
}
