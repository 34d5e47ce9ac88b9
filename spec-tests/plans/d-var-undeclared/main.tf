variable "x" {
  default = 1
}
output "a" {
  value = var.x
}
