variable "v" {
  default = { a = 1 }
}
output "a" {
  value = var.v.b
}
