variable "x" {}
variable "y" {
  default = null
  description = "why"
}
output "x" {
  value = var.x
  sensitive = false
}
output "y" { value = var.y }
resource "terraform_data" "in" {
  input = var.x
  triggers_replace = terraform_data.in2.id
}
resource "terraform_data" "in2" { input = var.y }
