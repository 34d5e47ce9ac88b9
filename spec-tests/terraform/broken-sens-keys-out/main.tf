variable "e" {
  type      = map(string)
  sensitive = true
}
output "o" {
  value = keys(var.e)
}
