variable "a" { type = map(list(number)) }
variable "b" { type = object({ x = optional(number), y = optional(list(string), ["d"]) }) }
variable "c" {
  type = any
  default = null
}
variable "d" {
  type = list(map(string))
  default = []
}
variable "e" {
  type = string
  sensitive = true
  default = "sec"
}
variable "f" { type = tuple([string, bool]) }
output "o" { value = [var.a, var.b, var.c, var.d, var.f] }
