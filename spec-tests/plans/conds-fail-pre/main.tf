variable "n" {
  default = 1
}
resource "terraform_data" "a" {
  lifecycle {
    precondition {
      condition = var.n == 2
      error_message = "x"
    }
  }
}
resource "terraform_data" "b" {
  input = terraform_data.a.id
  lifecycle {
    precondition {
      condition = var.n == 3
      error_message = "x"
    }
  }
}
resource "terraform_data" "c" {
  lifecycle {
    precondition {
      condition = var.n == 4
      error_message = "x"
    }
  }
}
