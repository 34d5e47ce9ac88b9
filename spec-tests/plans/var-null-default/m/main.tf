variable "a" { default = "da" }
variable "b" {
  default = "db"
  nullable = false
}
output "o" { value = [var.a, var.b] }
