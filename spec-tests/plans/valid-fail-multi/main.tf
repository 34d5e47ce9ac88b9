variable "a" {
  default = 1
  validation {
    condition = var.a > 1
    error_message = "small"
  }
  validation {
    condition = var.a > 2
    error_message = "small too"
  }
}
variable "b" {
  default = "x"
  validation {
    condition = length(var.b) > 3
    error_message = "short"
  }
}
resource "terraform_data" "x" {
  input = var.a
  lifecycle {
    precondition {
      condition = false
      error_message = "no"
    }
  }
}
