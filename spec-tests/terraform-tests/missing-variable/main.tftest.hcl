run "a" {
  command = plan
}
