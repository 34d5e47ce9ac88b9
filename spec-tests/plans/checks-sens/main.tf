variable "n" {
  default = 1
  sensitive = true
}
check "a" {
  assert {
    condition = var.n == 2
    error_message = "n is ${var.n}"
  }
}
check "b" {
  assert {
    condition = var.n == 2
    error_message = "plain"
  }
}
