resource "terraform_data" "a" {
  input = 5
}
variable "v" {
  default = 7
}
locals {
  x = 9
}
output "o" {
  description = "over"
  value = 3
}
