variable "l" {
  type = list(string)
}
variable "o" {
  type = object({ a = string, b = string })
}
variable "n" {
  type = number
}
variable "b" {
  type = bool
}
