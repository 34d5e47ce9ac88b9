variable "a" {
  type = object({ x = number, y = string })
}
variable "b" {
  type = list(object({ y = number }))
}
