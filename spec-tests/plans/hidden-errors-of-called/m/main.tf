variable "w" {
  default = upper("a")
}
