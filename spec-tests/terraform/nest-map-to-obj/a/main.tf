variable "n" {
  type = object({ a = number })
}
