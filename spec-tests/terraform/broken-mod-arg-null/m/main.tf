variable "a" {
  type = string
}
variable "b" {
  type     = string
  nullable = false
}
