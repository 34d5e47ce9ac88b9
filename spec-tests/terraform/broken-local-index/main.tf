locals {
  v = [1]
}
output "a" {
  value = local.v[3]
}
