run "a" {
  assert {
    condition     = var.v == "x"
    error_message = "${var.w}"
  }
}
