variable "a" {
  default = true
}
output "o" {
  value     = 1
  sensitive = var.a
}
