variable "k" {
  validation {
    condition = var.k != ""
    error_message = "k"
  }
}
variable "i" {
  type = number
  validation {
    condition = var.i < 5
    error_message = "i is ${var.i}"
  }
}
check "inner" {
  assert {
    condition = var.i == 0
    error_message = "i ${var.i}"
  }
}
output "x" {
  value = var.k
  precondition {
    condition = var.i >= 0
    error_message = "neg"
  }
}
