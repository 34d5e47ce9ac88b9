variable "n" {
  validation {
    condition = var.n > 5
    error_message = "Too small."
  }
}
