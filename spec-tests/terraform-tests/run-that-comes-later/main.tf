variable "a" {
  default = 0
}
output "o" {
  value = 1
}
