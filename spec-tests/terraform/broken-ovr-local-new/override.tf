locals {
  b = 2
}
output "x" {
  value = 1
}
