variable "n" {
  validation {
    condition = var.n > 5
    error_message = "n"
  }
  default = 1
}
variable "m" {
  validation {
    condition = var.n > 7
    error_message = "m"
  }
  default = 1
}
locals { x = var.n }
resource "terraform_data" "a" {
  input = local.x
  lifecycle {
    precondition {
      condition = local.x > 5
      error_message = "pre"
    }
  }
}
resource "terraform_data" "b" {
  lifecycle {
    precondition {
      condition = 1 > 5
      error_message = "pre"
    }
  }
}
output "o" {
  value = local.x
  precondition {
    condition = false
    error_message = "out"
  }
}
check "c" {
  assert {
    condition = var.n == 3
    error_message = "ck"
  }
}
