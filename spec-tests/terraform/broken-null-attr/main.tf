locals {
  v = null
}
output "a" {
  value = local.v.b
}
