variable "x" {
  type = string
  default = "d"
  nullable = false
}
variable "y" {
  type = string
  default = "d"
}
output "a" {
  value = var.x
}
output "b" {
  value = var.y
}
