variable "a" {
  type = object({ x = string })
  validation {
    condition     = length(var.a.x, 1) == 1
    error_message = "Bad thing."
  }
}
