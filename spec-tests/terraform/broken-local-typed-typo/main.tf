variable "l" {
  type = object({ a = string })
}
locals {
  m = merge(var.l, { b = 1 })
  z = local.m.c
}
