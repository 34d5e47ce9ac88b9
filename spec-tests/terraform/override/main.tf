variable "a" {
  type    = string
  default = "one"
}
locals {
  b = 1
  c = "${var.a}-${local.b}"
}
resource "terraform_data" "r" {
  input            = "base"
  triggers_replace = 1
}
