variable "v" {
  type = map
  default = { a = 1 }
}
