variable "n" {
  type    = number
  default = 0
  validation {
    condition     = var.n > 0
    error_message = "Must be positive."
  }
}
