variable "a" {
  default = "two"
}
locals {
  b = 2
}
resource "terraform_data" "r" {
  input = "over"
}
