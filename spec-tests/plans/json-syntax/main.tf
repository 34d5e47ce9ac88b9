variable "n" {
  default = 2
}
