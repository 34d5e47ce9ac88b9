variable "k" {}
locals {
  a = { var.k = 1 }
}
