variable "a" {}
resource "terraform_data" "z" {
  for_each = toset(["k"])
  lifecycle {
    precondition {
      condition = var.a < 9
      error_message = "m"
    }
  }
}
output "o" {
  value = var.a
  precondition {
    condition = var.a < 9
    error_message = "m"
  }
}
check "k" {
  assert {
    condition = var.a == 0
    error_message = "a is ${var.a}"
  }
}
