variable "a" {
  type = number
  default = 5
  validation {
    condition = var.a > 1
    error_message = "small"
  }
  validation {
    condition = var.a > var.b
    error_message = "smaller than ${var.b}"
  }
}
variable "b" { default = 3 }
resource "terraform_data" "x" { input = var.a }
