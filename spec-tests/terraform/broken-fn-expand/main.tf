locals {
  l = [1, 2]
}
output "o" {
  value = max(local.l...)
}
output "p" {
  value = max(local.l..., 3)
}
