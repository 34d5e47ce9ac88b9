variable "a" {
  type    = number
  default = "0x10"
}
