variable "a" { type = number }
variable "b" { default = 1 }
resource "terraform_data" "c" {
  lifecycle {
    precondition {
      condition = var.b == 2
      error_message = "x"
    }
  }
}
