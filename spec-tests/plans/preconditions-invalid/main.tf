output "a" {
  value = 1
  precondition {
    condition = "x"
    error_message = "y"
  }
}
output "b" {
  value = 1
  precondition {
    condition = null
    error_message = "y"
  }
}
output "c" {
  value = 1
  precondition {
    condition = sensitive(false)
    error_message = "y"
  }
}
output "d" {
  value = 1
  precondition {
    condition = false
    error_message = null
  }
}
output "e" {
  value = 1
  precondition {
    condition = false
    error_message = "a ${sensitive("x")}"
  }
}
output "f" {
  value = 1
  precondition {
    condition = false
    error_message = terraform_data.x.id
  }
}
resource "terraform_data" "x" {}
