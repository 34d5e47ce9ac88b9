resource "terraform_data" "a" {
  input = 1
  lifecycle {
    postcondition {
      condition = self.id != ""
      error_message = "y"
    }
  }
}
output "o" {
  value = terraform_data.a.id
  precondition {
    condition = terraform_data.a.id != "z"
    error_message = "n"
  }
}
