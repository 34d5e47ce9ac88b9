variable "x" {
  type = map(object({ a = optional(number, 1), b = optional(set(string), ["q"]) }))
}
output "a" {
  value = var.x
}
