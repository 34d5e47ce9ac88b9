variable "x" {}
variable "y" {}
resource "terraform_data" "r" {
  input = var.x
  triggers_replace = var.y
}
output "o" {
  value = var.x
}
