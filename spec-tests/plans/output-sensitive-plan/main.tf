variable "x" {
  default = "a"
}
output "a" {
  value = sensitive(var.x)
}
