resource "terraform_data" "a" {
  lifecycle {
    precondition {
      condition = false
      error_message = "no"
    }
  }
}
resource "terraform_data" "b" {
  input = terraform_data.a.id
  lifecycle {
    precondition {
      condition = false
      error_message = "no"
    }
  }
}
output "x" {
  value = 1
  precondition {
    condition = 2 < 1
    error_message = "no"
  }
}
