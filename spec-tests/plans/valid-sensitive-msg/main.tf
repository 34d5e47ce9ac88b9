variable "s" {
  default = "x"
  sensitive = true
  validation {
    condition = var.s == "x"
    error_message = "bad ${var.s}"
  }
}
