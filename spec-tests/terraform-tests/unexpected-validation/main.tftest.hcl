run "a" {
  command = plan
  variables {
    n = 7
  }
}
