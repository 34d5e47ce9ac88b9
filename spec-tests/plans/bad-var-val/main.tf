variable "n" {
  type = number
  default = "abc"
}
