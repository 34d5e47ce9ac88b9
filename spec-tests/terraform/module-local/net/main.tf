variable "n" {
  type = number
}
output "cidr" {
  value = cidrsubnet("10.0.0.0/8", 8, var.n)
}
