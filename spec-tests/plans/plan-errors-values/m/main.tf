variable "n" {
  validation {
    condition     = var.n > 5
    error_message = "too small"
  }
}
output "n" {
  value = var.n
  precondition {
    condition     = var.n == 9
    error_message = "m"
  }
}
