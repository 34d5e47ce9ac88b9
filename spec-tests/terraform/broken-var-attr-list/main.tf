variable "v" {
  type = list(object({ a = string }))
}
output "a" {
  value = var.v.a
}
