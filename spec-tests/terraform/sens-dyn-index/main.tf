variable "a" {
  sensitive = true
  type      = map(string)
}
output "o" {
  value = { a = 1 }[var.a.k]
}
