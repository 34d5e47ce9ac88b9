variable "a" {
  default = 1
}
variable "b" {
  default = null
}
variable "c" {
  default = "s"
  sensitive = true
}
