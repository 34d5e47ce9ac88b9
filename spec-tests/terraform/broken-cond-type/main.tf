variable "v" {
  type = bool
}
output "a" {
  value = var.v ? [1] : "a"
}
