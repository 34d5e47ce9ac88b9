variable "n" {
  type = bool
  default = null
}
output "o" {
  value = 1
  precondition {
    condition = var.n
    error_message = "n"
  }
}
