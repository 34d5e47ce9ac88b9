variable "v" {
  type = object({ a = string })
}
output "a" {
  value = var.v.b
}
