variable "n" { type = number }
output "n" { value = var.n }
resource "terraform_data" "x" { input = var.n }
check "c" {
  assert {
    condition = var.n == 2
    error_message = "x"
  }
}
