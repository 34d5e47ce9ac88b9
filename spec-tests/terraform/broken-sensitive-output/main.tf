variable "a" {
  sensitive = true
}
output "a" {
  value = var.a
}
