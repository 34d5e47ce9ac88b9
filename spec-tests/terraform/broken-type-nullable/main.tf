variable "v" {
  nullable = 5
}
