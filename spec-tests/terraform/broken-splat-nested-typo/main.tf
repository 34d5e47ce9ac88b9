variable "l" {
  type = list(object({ a = string }))
}
output "x" {
  value = var.l[*].b
}
