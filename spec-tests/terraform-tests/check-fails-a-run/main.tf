variable "n" {
  default = 1
}
check "c" {
  assert {
    condition     = var.n == 1
    error_message = "Not one."
  }
}
