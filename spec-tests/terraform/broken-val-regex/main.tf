variable "max" {
  type    = string
  validation {
    condition     = can(regex("^[a-z", var.max))
    error_message = "Max must be above."
  }
}
