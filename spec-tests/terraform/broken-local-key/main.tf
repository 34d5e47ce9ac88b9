locals {
  v = { a = 1 }
}
output "a" {
  value = local.v["b"]
}
