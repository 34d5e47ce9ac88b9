variable "n" {
  type = list(object({ a = number }))
}
