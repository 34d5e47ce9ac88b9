variable "x" {
  type    = object({ a = string })
  default = null
}
output "o" {
  value = var.x[*].a
}
output "p" {
  value = var.x[*].b
}
