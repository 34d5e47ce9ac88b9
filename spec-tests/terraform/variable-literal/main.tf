variable "a" {
  default = "$${x} %%{y}"
}
variable "b" {
  default = { "k $${z}" = ["$${w}"] }
}
locals {
  all = [var.a, var.b]
}
