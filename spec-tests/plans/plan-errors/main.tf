locals {
  m = { a = 1 }
  k = "b"
  l = [1]
}
variable "i" {
  default = 5
}
variable "k" {
  default = "zz"
}
output "a" {
  value = local.m[var.k]
}
output "b" {
  value = local.l[var.i]
}
output "c" {
  value = tonumber(var.k)
}
