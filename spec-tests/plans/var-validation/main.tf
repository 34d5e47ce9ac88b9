variable "a" {
  default = 3
  validation {
    condition = var.a > 1
    error_message = "too small"
  }
  validation {
    condition = var.a < 9
    error_message = "too big"
  }
}
output "a" {
  value = var.a
}
