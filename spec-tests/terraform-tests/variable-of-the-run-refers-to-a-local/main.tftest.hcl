run "b" {
  variables {
    v = local.l
  }
}
