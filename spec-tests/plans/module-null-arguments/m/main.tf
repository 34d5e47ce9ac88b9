variable "n" {
  type = number
  default = 7
}
variable "s" {
  type = string
  default = "dflt"
  nullable = false
}
variable "l" {
  type = list(number)
  default = [1]
  nullable = true
}
output "n" { value = var.n }
output "s" { value = var.s }
output "l" { value = var.l }
output "has" { value = var.l == null ? "null" : "set" }
