locals {
  x = local.a
}
output "y" {
  value = local.b
}
