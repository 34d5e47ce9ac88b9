variable "n" {}
check "c" {
  assert {
    condition     = var.n == 1
    error_message = "Not one."
  }
}
output "n" {
  value = var.n
}
