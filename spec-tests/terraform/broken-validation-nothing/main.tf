variable "a" {
  validation {
    condition     = true
    error_message = "No."
  }
}
