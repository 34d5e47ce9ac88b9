variable "a" {
  type = string
  nullable = false
}
output "a" { value = var.a }
