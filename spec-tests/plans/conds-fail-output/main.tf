variable "n" {
  default = 1
}
output "o" {
  value = 1
  precondition {
    condition = var.n == 2
    error_message = "n"
  }
}
