variable "a" {
  type = map(string)
}
locals {
  z = var.a.foo.bar
}
