variable "v" {
  nullable = null
}
