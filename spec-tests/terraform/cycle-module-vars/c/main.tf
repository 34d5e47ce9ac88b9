variable "x" {}
variable "z" {}
output "y" {
  value = var.x
}
output "w" {
  value = var.z
}
