variable "x" {
  nullable = false
}
