variable "a" { default = 1 }
output "o" {
  value = var.a
  precondition {
    condition = path.module == "x"
    error_message = "m ${path.module}"
  }
}
output "p" {
  value = terraform_data.x.id
  precondition {
    condition = terraform.workspace == "x"
    error_message = "m"
  }
  precondition {
    condition = 1 == 2
    error_message = "m"
  }
}
resource "terraform_data" "x" { count = "a" }
