variable "v" {
  validation {
    condition     = length(var.v) == 1
    error_message = "m"
  }
}
check "in" {
  assert {
    condition     = var.v == "p"
    error_message = "v is ${var.v}"
  }
}
output "o" {
  value = var.v
  precondition {
    condition     = var.v != "z"
    error_message = "m"
  }
}
