variable "v" {
  type = list
  default = ["a", "b"]
}
output "o" {
  value = var.v[0]
}
