variable "b" {
}
variable "a" {
  validation {
    condition     = var.b == 1
    error_message = "No."
  }
}
