variable "n" {
}
output "n" {
  value = var.n
  precondition {
    condition     = var.n == 9
    error_message = "m"
  }
}
