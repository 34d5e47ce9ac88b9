variable "v" {
  default = "x"
}
output "o" {
  value = 1
}
