variable "a" {
  validation {
    condition     = var.a != var.b
    error_message = "Must."
  }
}
variable "b" {
  validation {
    condition     = var.b != var.a
    error_message = "Must."
  }
}
