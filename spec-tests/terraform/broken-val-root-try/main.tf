variable "x" {
  type = object({ a = string })
  validation {
    condition     = can(var.x.b)
    error_message = "No."
  }
}
