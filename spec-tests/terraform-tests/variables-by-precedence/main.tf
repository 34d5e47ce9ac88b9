variable "a" {}
variable "b" {}
variable "c" {}
variable "d" {
  default = "default"
}
