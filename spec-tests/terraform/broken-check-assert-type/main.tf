variable "x" {
  type = list(string)
}
check "c" {
  assert {
    condition     = var.x
    error_message = var.x
  }
}
