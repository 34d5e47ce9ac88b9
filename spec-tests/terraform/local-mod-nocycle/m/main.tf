variable "x" {}
output "o" {
  value = 1
}
output "p" {
  value = var.x
}
