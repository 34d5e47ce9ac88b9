resource "terraform_data" "a" {
  input = "first"
  triggers_replace = 1
}
variable "v" { default = 1 }
output "o" { value = var.v }
