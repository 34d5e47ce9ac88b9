variable "n" {
  default = null
}
check "null" {
  assert {
    condition     = var.n
    error_message = "x"
  }
}
