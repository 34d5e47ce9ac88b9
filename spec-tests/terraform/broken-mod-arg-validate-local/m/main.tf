variable "env" {
  type = string
  validation {
    condition     = length(var.env) > 3
    error_message = "Must be longer: ${var.env}"
  }
}
