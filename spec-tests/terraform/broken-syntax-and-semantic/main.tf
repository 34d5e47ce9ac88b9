locals {
  x = 
}
output "y" {
  value = local.b
}
