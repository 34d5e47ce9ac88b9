variable "n" {}
check "c" {
  assert {
    condition = var.n == 0
    error_message = "n is ${var.n}"
  }
}
