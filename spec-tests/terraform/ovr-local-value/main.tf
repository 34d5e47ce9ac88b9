locals {
  a = 1
}
output "o" {
  value = local.a.b
}
