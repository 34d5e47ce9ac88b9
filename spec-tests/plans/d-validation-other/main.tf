variable "a" {
  default = 1
}
variable "b" {
  default = 2
  validation {
    condition = var.b > var.a
    error_message = "b must exceed a"
  }
}
variable "c" {
  default = 2
  validation {
    condition = var.c > local.z
    error_message = "c must exceed z"
  }
}
locals {
  z = var.a + 5
}
output "x" {
  value = var.c
}
