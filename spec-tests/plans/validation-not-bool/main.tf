variable "a" {
  default = 1
  validation {
    condition = var.a
    error_message = "x"
  }
}
variable "b" {
  default = 1
  validation {
    condition = "maybe"
    error_message = "x"
  }
}
variable "c" {
  default = "true"
  validation {
    condition = var.c
    error_message = "x"
  }
}
