check "c" {
  assert {
    condition     = var.y == 2
    error_message = "x ${local.z}"
  }
}
