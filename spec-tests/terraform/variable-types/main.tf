variable "s" {
  type    = string
  default = "x"
}
variable "n" {
  type    = number
  default = 1
}
variable "b" {
  type    = bool
  default = false
}
variable "l" {
  type    = list(string)
  default = ["a"]
}
variable "m" {
  type    = map(number)
  default = { a = 1 }
}
variable "t" {
  type    = set(string)
  default = ["b", "a", "b"]
}
variable "tu" {
  type    = tuple([string, number])
  default = ["a", 1]
}
variable "any" {
  type    = any
  default = { x = [1] }
}
locals {
  all = [var.s, var.n, var.b, var.l, var.m, var.t, var.tu, var.any]
}
