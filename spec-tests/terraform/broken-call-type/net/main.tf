variable "name" {
  type = number
}
