variable "n" {
  default = 1
}
resource "terraform_data" "a" {
  count = 2
  input = count.index
  lifecycle {
    precondition {
      condition = count.index < 5
      error_message = "x"
    }
    postcondition {
      condition = self.input < 5
      error_message = "y"
    }
  }
}
output "o" {
  value = 1
  precondition {
    condition = var.n == 1
    error_message = "n"
  }
}
