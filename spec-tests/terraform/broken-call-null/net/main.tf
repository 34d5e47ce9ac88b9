variable "name" {
  type     = number
  nullable = false
}
