variable "a" {
  type = object({ x = number, y = optional(string, "dy"), z = optional(list(string)) })
  default = { x = "5" }
}
variable "b" {
  type = list(string)
  default = [1, true]
}
variable "c" {
  type = map(number)
  default = { a = "1e3" }
}
variable "d" {
  type = set(string)
  default = ["b", "a", "b"]
}
variable "e" {
  type = tuple([string, number])
  default = [1, "2"]
}
variable "f" {
  type = any
  default = [1, "a"]
}
variable "g" {
  default = { k = [1] }
  description = "desc"
}
variable "h" {
  type = string
  default = null
}
output "a" {
  value = var.a
}
output "b" {
  value = var.b
}
output "c" {
  value = var.c
}
output "d" {
  value = var.d
}
output "e" {
  value = var.e
}
output "f" {
  value = var.f
}
output "g" {
  value = var.g
}
output "h" {
  value = var.h
}
