variable "a" {
  validation {
    condition     = var.a == local.x
    error_message = "No."
  }
}
locals {
  x = var.a
}
