variable "a" {
  validation {
    condition = var.a > 1
    error_message = "too small"
  }
}
output "a" {
  value = var.a
}
