variable "a" {
  default = 0
  validation {
    condition = var.a > 1
    error_message = "too small ${var.a}"
  }
}
output "a" {
  value = var.a
}
