variable "n" {
  type    = number
  default = "42"
}
variable "s" {
  type    = string
  default = true
}
variable "l" {
  type    = list(string)
  default = [1, true]
}
locals {
  all = [var.n, var.s, var.l]
}
