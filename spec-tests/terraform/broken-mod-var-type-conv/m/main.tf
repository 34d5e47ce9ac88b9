variable "l" {
  type = list(string)
}
variable "n" {
  type = number
}
variable "b" {
  type = bool
}
variable "m" {
  type = map(string)
}
variable "s" {
  type = set(string)
}
