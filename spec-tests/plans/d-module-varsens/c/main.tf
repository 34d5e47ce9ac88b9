variable "x" {
  default = ["a"]
  sensitive = true
}
resource "terraform_data" "r" {
  count = length(var.x)
  input = var.x
}
output "o" {
  value = var.x
  sensitive = true
}
