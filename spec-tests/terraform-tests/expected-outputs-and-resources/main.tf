variable "n" {
  default = 1
}
resource "terraform_data" "a" {
  count = 2
  input = var.n
  lifecycle {
    precondition {
      condition     = var.n + count.index < 3
      error_message = "Too many."
    }
  }
}
output "o" {
  value = var.n
  precondition {
    condition     = var.n != 9
    error_message = "Nine."
  }
}
