variable "n" {
  type = string
}
