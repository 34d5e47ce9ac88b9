variable "x" {
  type = string
  nullable = false
}
output "a" {
  value = var.x
}
