variable "a" {
  type = set(string)
}
locals {
  z = var.a[0]
}
