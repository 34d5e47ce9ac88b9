resource "terraform_data" "u" { input = 2 }
output "o" {
  value = terraform_data.u.id
  precondition {
    condition = terraform_data.u.input == 2
    error_message = "x"
  }
}
