locals {
  a = 1
}
output "b" {
  value = var.c
}
