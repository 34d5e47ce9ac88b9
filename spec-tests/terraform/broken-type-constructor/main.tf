variable "a" {
  type = list(string, number)
}
