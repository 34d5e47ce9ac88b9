variable "n" {
  validation {
    condition     = var.n > 3
    error_message = "Small."
  }
}
output "o" {
  value = 3
}
output "p" {
  value = var.n
}
