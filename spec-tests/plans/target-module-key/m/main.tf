variable "v" {
  validation {
    condition = length(var.v) > 0
    error_message = "e"
  }
}
resource "terraform_data" "t" { input = var.v }
resource "terraform_data" "u" {
  input = var.v
  lifecycle {
    precondition {
      condition = var.v != ""
      error_message = "z"
    }
  }
}
output "o" { value = terraform_data.t.input }
