variable "n" { default = 3 }
resource "terraform_data" "a" {
  count = var.n
}
output "a" { value = terraform_data.a[5].id }
output "b" { value = [1, 2][var.n] }
resource "terraform_data" "b" { input = tonumber("x${var.n}") }
resource "terraform_data" "c" { input = terraform_data.b.id == tonumber("x${var.n}") }
resource "terraform_data" "d" { for_each = toset([for x in terraform_data.a : x.id]) }
check "c" {
  assert {
    condition = [1][var.n] == 1
    error_message = "x"
  }
}
