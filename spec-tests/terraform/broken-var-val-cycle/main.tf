variable "a" {
  validation {
    condition     = var.a != local.y
    error_message = "Must."
  }
}
locals { y = var.a }
