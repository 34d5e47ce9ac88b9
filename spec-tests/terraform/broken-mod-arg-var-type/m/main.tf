variable "n" {
  type = map(string)
}
