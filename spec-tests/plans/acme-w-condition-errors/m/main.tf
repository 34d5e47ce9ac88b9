variable "v" {
  validation {
    condition = var.v == "k"
    error_message = "bad ${var.v}"
  }
  validation {
    condition = var.v != "l"
    error_message = "bad2 ${var.v}"
  }
}
output "o" {
  value = var.v
  precondition {
    condition = var.v == "k"
    error_message = "mod out"
  }
}
