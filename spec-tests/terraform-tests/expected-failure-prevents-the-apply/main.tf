variable "n" {
  default = 1
  validation {
    condition     = var.n < 5
    error_message = "Too large."
  }
}
