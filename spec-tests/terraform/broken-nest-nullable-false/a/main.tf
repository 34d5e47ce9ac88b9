variable "n" {
  type     = number
  nullable = false
}
