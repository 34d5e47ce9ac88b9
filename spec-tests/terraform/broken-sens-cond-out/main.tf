variable "e" {
  type      = bool
  sensitive = true
}
output "o" {
  value = var.e ? 1 : 2
}
