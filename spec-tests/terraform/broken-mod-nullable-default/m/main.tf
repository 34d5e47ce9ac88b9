variable "a" {
  type     = string
  default  = "x"
  nullable = false
  validation {
    condition     = length(var.a) > 3
    error_message = "No."
  }
}
