variable "b" {
  validation {
    condition     = var.b == "" ? null : null
    error_message = "No."
  }
}
