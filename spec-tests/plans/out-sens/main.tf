variable "s" {
  sensitive = true
  default = "x"
}
output "a" {
  value = [var.s, "b"]
  sensitive = true
}
output "b" { value = length(var.s) }
