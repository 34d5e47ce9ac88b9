variable "v" {
  type = string
}
output "a" {
  value = var.v.b
}
