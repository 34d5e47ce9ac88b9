variable "n" {
  default = 1
}
output "o" {
  value = [1, 2][var.n]
}
