variable "v" {
  validation {
    condition = foo(var.v)
    error_message = "bad"
  }
}
