variable "a" {
  validation {
    condition = var.a != "q"
    error_message = "q"
  }
}
output "a" {
  value = var.a
}
