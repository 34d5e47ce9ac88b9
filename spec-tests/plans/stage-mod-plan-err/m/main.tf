variable "n" { type = number }
output "o" { value = var.n }
resource "terraform_data" "a" {
  input = var.n
  count = tonumber("x${var.n}")
}
resource "terraform_data" "b" {
  count = tonumber("x${path.root}")
}
