variable "a" {
  validation {
    condition     = var.a > 0
    error_message = "No."
  }
}
