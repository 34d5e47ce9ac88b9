variable "v" {
  default = "x"
}
locals {
  l = 1
}
