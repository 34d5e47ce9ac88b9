variable "name" {
  default = 1
}
