variable "v" {
  default = "x"
}
variable "n" {
  default = null
}
