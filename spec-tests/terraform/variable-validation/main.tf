variable "size" {
  type        = number
  default     = 3
  description = "Not a $${template}."
  validation {
    condition     = var.size > 0
    error_message = "Too small: ${var.size}."
  }
  validation {
    condition     = var.size < 10
    error_message = "Too large."
  }
}
locals {
  size = var.size
}
