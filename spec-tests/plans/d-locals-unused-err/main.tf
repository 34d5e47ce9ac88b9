variable "k" {
  default = "q"
}
locals {
  unused = { a = 1 }[var.k]
}
